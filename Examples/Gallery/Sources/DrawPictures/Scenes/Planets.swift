import Foundation

/// The two pictures that play the part of remote ones.
enum Planets {
    /// A giant with rings.
    static let ringed = Scene("ringed-planet.jpg", 960, 640, .jpeg(quality: 66), samples: 2) { point in
        let sun = normalize(V3(-0.75, 0.35, 0.55))
        let p = rotate(point, 0.38)
        var light = stars(point)
        let r = dot(p, p) / 0.36
        if r < 1 {
            let n = V3(p.x / 0.6, p.y / 0.6, (1 - r).squareRoot())
            let latitude = n.y + 0.16 * n.z
            let swirl = Noise.fractal(V2(n.x * 2.2 + latitude * 3, latitude * 9), octaves: 5) - 0.5
            let band = Noise.fractal(V2(latitude * 7 + 0.35 * swirl, 3), octaves: 5)
            var color = mix(rgb(0x8A4B22), rgb(0xF3DDB0), smoothstep(0.25, 0.72, band))
            color = mix(color, rgb(0x2C8CA3), 0.7 * smoothstep(0.35, 0.95, abs(latitude)))
            // The shadow of the rings.
            let across = abs(n.y - 0.30 * n.x * 0.2 - 0.07)
            let shadow = 1 - 0.6 * smoothstep(0.05, 0.02, across)
            light = color * (pow(clamp(dot(n, sun)), 0.8) * shadow * 2.4 + 0.012)
            light += V3(0.35, 0.65, 0.8) * pow(1 - n.z, 3) * clamp(dot(n, sun) + 0.25) * 0.9
        }
        // The rings: a flat disc, seen from a little above.
        let ring = V2(p.x, p.y / 0.23)
        let radius = length(ring)
        if radius > 0.78 && radius < 1.42 && (p.y < 0 || r >= 1) {
            let grooves = Noise.fractal(V2(radius * 42, 1), octaves: 5)
            let gap = smoothstep(0.012, 0.03, abs(radius - 1.17))
            let alpha =
                smoothstep(0.78, 0.86, radius) * smoothstep(1.42, 1.36, radius) * gap * clamp(grooves * 1.5)
            let behind = p.x > 0 && p.y > 0 && abs(p.y - 0.1) < 0.2 && radius < 1.25 ? Float(0.25) : 1
            let color = mix(rgb(0xBFA27C), rgb(0xF7ECD6), grooves) * behind * 1.5
            light = mix(light, color, alpha * 0.92)
        }
        return film(light)
    }

    /// A moon with craters.
    static let cratered = Scene("cratered-moon.jpg", 960, 640, .jpeg(quality: 64), samples: 2) { point in
        let p = point - V2(0.25, -0.05)
        let r = dot(p, p) / 0.5476
        guard r < 1 else {
            let halo = exp(-9 * (r.squareRoot() - 1))
            return film(stars(point) + V3(0.02, 0.05, 0.07) * halo * smoothstep(0.6, -0.8, p.x + p.y))
        }
        let sphere = V3(p.x / 0.74, p.y / 0.74, (1 - r).squareRoot())
        let e: Float = 0.004
        let here = height(sphere)
        let dx = height(sphere + V3(e, 0, 0)) - here
        let dy = height(sphere + V3(0, e, 0)) - here
        let n = normalize(sphere - V3(dx, dy, 0) * (0.16 / e))
        let sun = normalize(V3(-0.80, 0.36, 0.42))
        let sea = smoothstep(0.42, 0.62, Noise.fractal(sphere * 1.7 + 4, octaves: 4))
        let ground = mix(V3(0.62, 0.58, 0.52), V3(0.24, 0.26, 0.29), sea) * (0.8 + 0.3 * here)
        let lit = clamp(dot(n, sun)) * smoothstep(-0.05, 0.25, dot(sphere, sun))
        return film(ground * (V3(2.6, 2.45, 2.2) * lit + V3(0.004, 0.009, 0.014)))
    }

    private static func height(_ p: V3) -> Float {
        var sum = 0.5 * Noise.fractal(p * 7, octaves: 4)
        for layer in 0..<4 as Range<Int32> {
            let scale = 2.2 * pow(1.9, Float(layer))
            let q = p * scale
            let cell = q.rounded(.down)
            for i in 0..<27 as Range<Int32> {
                let c = cell + V3(Float(i % 3 - 1), Float(i / 3 % 3 - 1), Float(i / 9 - 1))
                let (x, y, z) = (Int32(c.x), Int32(c.y), Int32(c.z) &+ 100 &* layer)
                let place = c + V3(Noise.random(x, y, z), Noise.random(y, z, x), Noise.random(z, x, y))
                let size = 0.16 + 0.38 * Noise.random(x &+ 9, y, z)
                let d = length(q - place) / size
                guard d < 1.5 else { continue }
                let bowl = d < 1 ? d * d - 0.75 : 0.25 * (1 - smoothstep(1, 1.5, d))
                sum += bowl * size * 0.9 / scale
            }
        }
        return sum
    }

    private static func stars(_ p: V2) -> V3 {
        let q = p * 46
        let cell = q.rounded(.down)
        let (x, y) = (Int32(cell.x), Int32(cell.y))
        let power = Noise.random(x, y, 61)
        guard power > 0.82 else { return V3(0.002, 0.003, 0.006) }
        let d = q - cell - 0.25 - 0.5 * Noise.random2(x, y, 62)
        return V3(0.9, 0.95, 1) * exp(-dot(d, d) * 160) * (power - 0.8) * 5 + V3(0.002, 0.003, 0.006)
    }
}
