import Foundation

/// Dunes in the last light: a height field with a gentle side to the wind and a steep one in its lee.
enum Dunes {
    private static let sun = normalize(V3(-0.80, 0.24, 0.45))

    static let scene = Scene("dunes.jpg", 1620, 1080, .jpeg(quality: 86)) { point in
        let eye = V3(0, 3.4, 0)
        let d = normalize(V3(point.x, point.y - 0.28, 2.2))
        guard let t = march(eye, d) else { return film(sky(d) * 1.15) }
        let p = eye + d * t
        let n = normal(p, e: max(0.012, 0.0016 * t), far: t)
        let lit = clamp(dot(n, sun)) * shadow(p)
        let grain = Noise.random(Int32(p.x * 260), Int32(p.z * 260), 4)
        let tone = Noise.fractal(V2(p.x, p.z) * 0.6, octaves: 4)
        let sand = mix(rgb(0xC06A30), rgb(0xE8A862), tone) * (0.92 + 0.16 * grain)
        let ambient = V3(0.20, 0.17, 0.30) * (0.5 + 0.5 * n.y)
        let bounce = V3(0.34, 0.14, 0.05) * clamp(0.4 - 0.6 * dot(n, sun)) * 0.5
        let glance = pow(1 - clamp(-dot(n, d)), 4) * lit
        var light = sand * (V3(3.4, 2.15, 1.15) * lit + ambient + bounce) + V3(1, 0.6, 0.3) * glance * 0.4
        light = mix(light, sky(V3(d.x, 0.02, d.z)), 1 - exp(-t * 0.013 - t * t * 0.000_12))
        return film(light * 1.15)
    }

    /// The dune alone, without what the wind draws on it.
    private static func height(_ p: V2) -> Float {
        let wander = 3.1 * Noise.value(p * V2(0.11, 0.06) + 3) + 0.7 * Noise.value(p * 0.31 + 9)
        let phase = fract(p.y * 0.085 + p.x * 0.045 + wander)
        let rise = phase < 0.74 ? phase / 0.74 : (1 - phase) / 0.26
        let crest = rise * rise * (3 - 2 * rise) * 0.55 + rise * 0.45
        let size = 0.7 + 2.0 * Noise.value(p * 0.045 + V2(41, 7))
        return crest * size + 1.1 * Noise.value(p * 0.05)
    }

    private static func march(_ o: V3, _ d: V3) -> Float? {
        var (t, before) = (Float(0.5), Float(0))
        while t < 120 {
            let p = o + d * t
            if p.y > 4 && d.y > 0 { return nil }
            let above = p.y - height(V2(p.x, p.z))
            if above < 0 {
                var (near, far) = (before, t)
                for _ in 0..<6 {
                    let middle = (near + far) / 2
                    let q = o + d * middle
                    if q.y > height(V2(q.x, q.z)) { near = middle } else { far = middle }
                }
                return (near + far) / 2
            }
            before = t
            t += max(0.03 + 0.004 * t, above * 0.45)
        }
        return nil
    }

    private static func shadow(_ p: V3) -> Float {
        var (t, lit) = (Float(0.15), Float(1))
        for _ in 0..<22 {
            let q = p + sun * t
            let above = q.y - height(V2(q.x, q.z)) + 0.015
            lit = min(lit, 0.5 + 9 * above / t)
            if lit <= 0 { return 0 }
            t += max(0.12, above * 0.7)
        }
        return smoothstep(0, 1, lit)
    }

    private static func normal(_ p: V3, e: Float, far: Float) -> V3 {
        let q = V2(p.x, p.z)
        let here = height(q)
        let along = height(q + V2(e, 0)) - here
        let across = height(q + V2(0, e)) - here
        // Ripples: lines that run together and part, gone where they would be finer than a pixel.
        let warp = Noise.fractal(q * 0.7, octaves: 3)
        let angle = q.y * 9 + q.x * 3.5 + warp * 21
        let strength = 0.30 * smoothstep(34, 5, far) * smoothstep(0.2, 0.55, Noise.fractal(q * 0.33 + 5, octaves: 3))
        let ripple = cos(angle) * strength
        let rough = Noise.value(q * 70) - 0.5
        return normalize(V3(-along / e - ripple * 0.36 + rough * 0.12, 1, -across / e - ripple))
    }

    private static func sky(_ d: V3) -> V3 {
        let up = clamp(d.y)
        var color = mix(V3(1.15, 0.50, 0.28), V3(0.08, 0.13, 0.30), pow(up, 0.42))
        let toSun = clamp(dot(d, sun))
        color += V3(1.3, 0.6, 0.2) * pow(toSun, 5)
        let plane = V2(d.x, d.z) / (up + 0.12)
        let streak = Noise.fractal(plane * V2(0.35, 1.0) + 6, octaves: 6)
        return mix(color, V3(1.35, 0.55, 0.42), smoothstep(0.46, 0.78, streak) * smoothstep(0.02, 0.16, up) * 0.8)
    }
}
