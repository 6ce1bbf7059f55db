import Foundation

/// Mountains at sunrise, mirrored in a lake: a height field, marched along each ray.
enum AlpineLake {
    private static let sun = normalize(V3(-0.86, 0.30, 0.30))
    private static let eye = V3(0, 0.16, -2.4)

    static let scene = Scene("alpine-lake.jpg", 1600, 1067) { point in
        var direction = normalize(V3(point.x, point.y + 0.22, 2.5))
        var origin = eye
        var tint = V3(repeating: 1)
        var haze = V3.zero
        if direction.y < 0 {
            let toWater = -origin.y / direction.y
            if march(origin, direction, limit: toWater) == nil {
                // Ripples, finer the farther away.
                let hit = origin + direction * toWater
                let q = V2(hit.x * 22, hit.z * 5)
                let (_, a) = Noise.valueAndSlope(q)
                let (_, b) = Noise.valueAndSlope(q * 2.7 + 3)
                let calm = 0.012 / (1 + 0.15 * toWater)
                let normal = normalize(V3(calm * (a.x + 0.6 * b.x), 1, calm * 1.8 * (a.y + 0.6 * b.y)))
                let facing = clamp(-dot(direction, normal))
                let mirror = 0.35 + 0.65 * pow(1 - facing, 3)
                tint = V3(0.80, 0.88, 0.95) * mirror
                haze = V3(0.010, 0.035, 0.05) * (1 - mirror)
                direction = reflect(direction, normal)
                direction.y = abs(direction.y) + 0.001
                origin = hit
            }
        }
        let light = radiance(origin, direction) * tint + haze
        let vignette = 1 - 0.16 * dot(point, point) * 0.5
        return film(light * 1.25 * vignette)
    }

    private static func radiance(_ origin: V3, _ direction: V3) -> V3 {
        guard let distance = march(origin, direction, limit: 32) else { return sky(direction) }
        let p = origin + direction * distance
        let n = normal(V2(p.x, p.z), step: 0.0012 * distance)
        let lit = clamp(dot(n, sun)) * shade(p)
        let snowLine = 0.72 + 0.25 * Noise.fractal(V2(p.x, p.z) * 3, octaves: 3)
        let snow = smoothstep(snowLine - 0.12, snowLine + 0.1, p.y) * smoothstep(0.42, 0.68, n.y)
        let strata = Noise.fractal(V2(p.x * 3 + p.z, p.y * 26), octaves: 3)
        var ground = mix(rgb(0x57483C), rgb(0x8C7A68), strata)
        let meadow = smoothstep(0.28, 0.02, p.y) * smoothstep(0.55, 0.8, n.y)
        ground = mix(ground, mix(rgb(0x26331A), rgb(0x4C5A22), strata), meadow)
        ground = mix(ground, V3(0.86, 0.88, 0.93), snow)
        let ambient = V3(0.20, 0.30, 0.52) * (0.45 + 0.55 * n.y)
        let bounce = V3(0.25, 0.16, 0.10) * clamp(-dot(n, sun) * 0.4 + 0.1)
        let light = ground * (V3(3.3, 2.05, 1.15) * lit + ambient + bounce)
        // Air: blue in the distance, golden towards the sun, denser in the valley.
        let toSun = pow(clamp(dot(direction, sun)), 6)
        let air = mix(V3(0.36, 0.48, 0.68), V3(1.5, 0.95, 0.5), toSun * 0.8)
        let fog = 1 - exp(-distance * 0.017 - 0.5 * exp(-p.y * 8) * min(1, distance * 0.06))
        return mix(light, air, fog)
    }

    /// How far to the ground, or nothing within the limit.
    private static func march(_ origin: V3, _ direction: V3, limit: Float) -> Float? {
        var t: Float = 0.6
        var before: Float = 0
        while t < limit {
            let p = origin + direction * t
            if p.y > 2.6 && direction.y > 0 { return nil }
            let above = p.y - height(V2(p.x, p.z), octaves: 5)
            if above < 0.0006 * t { return above < 0 ? (before + t) / 2 : t }
            before = t
            t += max(0.006, above * 0.55) + 0.002 * t
        }
        return nil
    }

    /// 0 in shadow, 1 in the sun, with a soft edge.
    private static func shade(_ p: V3) -> Float {
        var (t, lit) = (Float(0.04), Float(1))
        for _ in 0..<16 {
            let q = p + sun * t
            if q.y > 2.6 { break }
            let above = q.y - height(V2(q.x, q.z), octaves: 4)
            lit = min(lit, 14 * above / t)
            if lit < 0.01 { return 0 }
            t += max(0.05, above * 0.8)
        }
        return smoothstep(0, 1, lit)
    }

    /// Ridges: noise that is held back where it is already steep, as rain would do.
    private static func height(_ p: V2, octaves: Int) -> Float {
        var (sum, amplitude, q, slope) = (Float(0), Float(1), p * 0.42 + V2(3.7, 1.2), V2.zero)
        for _ in 0..<octaves {
            let (value, change) = Noise.valueAndSlope(q)
            slope += change
            sum += amplitude * value / (1 + dot(slope, slope))
            amplitude *= 0.48
            q = 1.98 * V2(0.8 * q.x - 0.6 * q.y, 0.6 * q.x + 0.8 * q.y)
        }
        // A basin for the lake, and the range behind it.
        let basin = smoothstep(1.2, 10.5, length(V2(p.x * 0.8, p.y)))
        return sum * (0.22 + 2.05 * basin) - 0.3 - 0.25 * basin
    }

    private static func normal(_ p: V2, step: Float) -> V3 {
        let e = max(step, 0.0008)
        let here = height(p, octaves: 9)
        return normalize(
            V3(
                here - height(p + V2(e, 0), octaves: 9), e,
                here - height(p + V2(0, e), octaves: 9)))
    }

    private static func sky(_ d: V3) -> V3 {
        let up = clamp(d.y * 2.2)
        var color = mix(V3(0.92, 0.62, 0.42), V3(0.06, 0.20, 0.50), pow(up, 0.5))
        let toSun = clamp(dot(d, sun))
        color += V3(1.4, 0.75, 0.3) * pow(toSun, 8) * 0.6 + V3(6, 4.5, 2.8) * pow(toSun, 900)
        let plane = V2(d.x, d.z) / (d.y + 0.12)
        let cirrus = Noise.fractal(V2(plane.x * 0.9, plane.y * 2.1) + 4, octaves: 6)
        let veil = smoothstep(0.44, 0.78, cirrus) * smoothstep(0.02, 0.2, d.y)
        return mix(color, V3(1.35, 0.8, 0.55), veil * 0.75)
    }
}
