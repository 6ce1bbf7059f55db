import Foundation

/// The open sea at sunset: a height field of waves, found by halving along the ray.
enum SunsetSea {
    private static let sun = normalize(V3(0.12, 0.075, 1))

    static let scene = Scene("sunset-sea.jpg", 1620, 1080) { point in
        let eye = V3(0, 2.4, 0)
        let d = normalize(V3(point.x, point.y + 0.02, 2.0))
        guard d.y < -0.002 else { return film(sky(d) * 1.1) }
        // Between the plane of the crests and the plane of the troughs lies the surface.
        var (near, far) = ((0.9 - eye.y) / d.y, (-0.9 - eye.y) / d.y)
        for _ in 0..<12 {
            let middle = (near + far) / 2
            let p = eye + d * middle
            if p.y > height(V2(p.x, p.z), octaves: 5, far: middle) { near = middle } else { far = middle }
        }
        let t = (near + far) / 2
        let p = eye + d * t
        let e = max(0.01, 0.0011 * t)
        let spot = V2(p.x, p.z)
        let here = height(spot, octaves: 9, far: t)
        let n = normalize(
            V3(
                here - height(spot + V2(e, 0), octaves: 9, far: t), e,
                here - height(spot + V2(0, e), octaves: 9, far: t)))
        let facing = clamp(-dot(n, d))
        let mirror = 0.03 + 0.97 * pow(1 - facing, 5)
        var bounced = reflect(d, n)
        bounced.y = abs(bounced.y)
        let deep = mix(V3(0.004, 0.035, 0.055), V3(0.02, 0.17, 0.17), smoothstep(-0.3, 0.75, here))
        // Light that shines through the crests towards us.
        let through = V3(0.5, 0.32, 0.12) * smoothstep(0.15, 0.8, here) * pow(clamp(dot(d, sun)), 3) * 0.5
        let glitter = pow(clamp(dot(bounced, sun)), 420) * 9
        var light = mix(deep + through, sky(bounced), mirror) + V3(1, 0.62, 0.28) * glitter
        let foam = smoothstep(0.5, 0.72, here + 0.32 * Noise.fractal(spot * 2.4, octaves: 6) - 0.06)
        light = mix(light, V3(0.62, 0.5, 0.45), foam * 0.5 * exp(-t * 0.03))
        light = mix(light, sky(V3(d.x, 0.012, d.z)) * 0.85, 1 - exp(-t * t * 0.000_05))
        return film(light * 1.1)
    }

    private static func height(_ p: V2, octaves: Int, far: Float) -> Float {
        var (sum, amplitude, frequency, q) = (Float(0), Float(0.36), Float(0.42), p)
        for i in 0..<octaves {
            // Waves finer than a pixel only glitter wrongly.
            let fade = smoothstep(900, 300, frequency * far)
            if fade <= 0 { break }
            let w = q * frequency + Noise.value(q * frequency * 0.7 + Float(i) * 9) * 2.6
            // Sharp above, round below, as waves are.
            let wave = 0.55 * (1 - abs(sin(w.x))) + 0.45 * (1 - abs(sin(w.y * 1.3 + 1)))
            sum += amplitude * fade * (wave * wave.squareRoot() - 0.44) * 1.5
            amplitude *= 0.52
            frequency *= 1.75
            q = V2(0.79 * q.x - 0.61 * q.y, 0.61 * q.x + 0.79 * q.y)
        }
        return sum
    }

    private static func sky(_ d: V3) -> V3 {
        let up = max(0, d.y)
        var color = mix(V3(1.05, 0.36, 0.12), V3(0.26, 0.20, 0.36), smoothstep(0, 0.22, up))
        color = mix(color, V3(0.05, 0.12, 0.30), smoothstep(0.12, 0.6, up))
        let toSun = clamp(dot(d, sun))
        color += V3(1.3, 0.55, 0.14) * pow(toSun, 22) + V3(1.4, 0.9, 0.4) * pow(toSun, 240)
        color = mix(color, V3(9, 6.4, 3.2), smoothstep(0.99945, 0.9996, toSun))
        guard up > 0.004 else { return color }
        let plane = V2(d.x, d.z) / (up + 0.09) * 0.55
        let warp = Noise.fractal(plane * 1.3 + 8, octaves: 3)
        let cloud = Noise.fractal(plane * V2(0.9, 1.7) + warp * 1.1, octaves: 7)
        let cover = smoothstep(0.44, 0.72, cloud) * smoothstep(0.01, 0.08, up)
        let lit = mix(V3(1.5, 0.5, 0.24), V3(0.22, 0.17, 0.28), smoothstep(0.48, 0.85, cloud))
        return mix(color, lit + V3(1.4, 0.7, 0.2) * pow(toSun, 16), cover * 0.85)
    }
}
