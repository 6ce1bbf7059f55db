import Foundation

/// Spheres of lacquer, gold and mirror on a polished floor: a small ray tracer.
enum GlassAndGold {
    private enum Material { case mirror, gold, lacquer(V3) }

    private struct Sphere {
        var center: V3
        var radius: Float
        var material: Material
    }

    private static let sun = normalize(V3(-0.55, 0.75, -0.35))

    /// Three large ones, and small ones where there is room.
    private static let spheres: [Sphere] = {
        var all = [
            Sphere(center: V3(0, 1, 0.4), radius: 1, material: .mirror),
            Sphere(center: V3(-2.05, 0.75, -0.1), radius: 0.75, material: .gold),
            Sphere(center: V3(1.85, 0.7, -0.35), radius: 0.7, material: .lacquer(rgb(0xD8420F))),
        ]
        let colors: [UInt32] = [0x0F8FB3, 0xE8700F, 0x14566B, 0xF2B33D, 0x2FC3C9, 0xA92A2A, 0xEDE6D6]
        for i in 0..<260 as Range<Int32> where all.count < 42 {
            let spot = Noise.random2(i, 1, 31) * V2(9, 6.5) - V2(4.5, 2.4)
            let radius = 0.13 + 0.2 * Noise.random(i, 2, 31) * Noise.random(i, 3, 31)
            let center = V3(spot.x, radius, spot.y)
            let free = all.allSatisfy { length($0.center - center) > $0.radius + radius + 0.04 }
            guard free else { continue }
            let pick = Noise.random(i, 4, 31)
            let color = colors[Int(Noise.bits(i, 5, 31) % UInt32(colors.count))]
            all.append(
                Sphere(
                    center: center, radius: radius,
                    material: pick < 0.14 ? .mirror : pick < 0.3 ? .gold : .lacquer(rgb(color))))
        }
        return all
    }()

    static let scene = Scene("glass-and-gold.jpg", 1600, 1067, samples: 2) { point in
        let eye = V3(0.3, 1.75, -6.2)
        let forward = normalize(V3(0, 0.62, 0) - eye)
        let right = normalize(cross(V3(0, 1, 0), forward))
        let up = cross(forward, right)
        let direction = normalize(right * point.x + up * point.y + forward * 3.0)
        return film(trace(eye, direction, depth: 2) * 1.05)
    }

    private static func hit(_ o: V3, _ d: V3) -> (distance: Float, index: Int)? {
        var best: (distance: Float, index: Int)?
        var nearest = Float.infinity
        spheres.withUnsafeBufferPointer { spheres in
            for index in 0..<spheres.count {
                let to = o - spheres[index].center
                let b = dot(to, d)
                let c = dot(to, to) - spheres[index].radius * spheres[index].radius
                let root = b * b - c
                guard root > 0 else { continue }
                let t = -b - root.squareRoot()
                if t > 0.001 && t < nearest { (nearest, best) = (t, (t, index)) }
            }
        }
        return best
    }

    private static func trace(_ o: V3, _ d: V3, depth: Int) -> V3 {
        if let (t, index) = hit(o, d) {
            let sphere = spheres[index]
            let p = o + d * t
            let n = (p - sphere.center) / sphere.radius
            let facing = clamp(-dot(d, n))
            let contact = smoothstep(-0.1, sphere.radius * 1.1, p.y)
            let bounced = reflect(d, n)
            func mirrored() -> V3 {
                depth > 0 ? trace(p + n * 0.002, bounced, depth: depth - 1) : studio(bounced)
            }
            switch sphere.material {
            case .mirror: return mirrored() * V3(0.93, 0.95, 0.97)
            case .gold:
                let tint = mix(V3(1.0, 0.66, 0.24), V3(1, 0.95, 0.85), pow(1 - facing, 5))
                return mirrored() * tint
            case .lacquer(let color):
                let lit = clamp(dot(n, sun)) * sunlight(p + n * 0.002)
                let ambient = V3(0.42, 0.47, 0.55) * (0.5 + 0.5 * n.y) * (0.35 + 0.65 * contact)
                let shine = 0.045 + 0.955 * pow(1 - facing, 5)
                return color * (V3(2.4, 2.2, 1.9) * lit + ambient) + mirrored() * shine
            }
        }
        guard d.y < -0.001 else { return studio(d) }
        let t = -o.y / d.y
        let p = o + d * t
        var color = floor(V2(p.x, p.z))
        let lit = sunlight(p + V3(0, 0.001, 0)) * sun.y
        var occlusion: Float = 1
        for sphere in spheres {
            let away = length(V2(p.x - sphere.center.x, p.z - sphere.center.z)) / sphere.radius
            if away < 2 { occlusion *= 1 - 0.75 * pow(1 - away / 2, 2) }
        }
        color *= V3(1.9, 1.75, 1.5) * lit + V3(0.42, 0.47, 0.55) * occlusion
        let shine = 0.05 + 0.6 * pow(1 + d.y, 5)
        if depth > 0 { color += trace(p + V3(0, 0.002, 0), reflect(d, V3(0, 1, 0)), depth: depth - 1) * shine }
        return mix(color, studio(V3(d.x, 0.02, d.z)), 1 - exp(-max(0, t - 6) * 0.055))
    }

    /// How much of the sun is seen from a point: an edge as soft as its disc makes it.
    private static func sunlight(_ p: V3) -> Float {
        var lit: Float = 1
        for sphere in spheres {
            let to = sphere.center - p
            let along = dot(to, sun)
            guard along > 0 else { continue }
            let off = (dot(to, to) - along * along).squareRoot()
            lit = min(lit, smoothstep(-0.045, 0.045, (off - sphere.radius) / along))
        }
        return lit
    }

    /// Tiles of quarter circles, each turned at random: they join to endless winding lines.
    private static func floor(_ p: V2) -> V3 {
        let q = p * 2.4 + 100
        let cell = q.rounded(.down)
        var f = q - cell
        if Noise.bits(Int32(cell.x), Int32(cell.y), 77) & 1 == 0 { f.x = 1 - f.x }
        let distance = min(abs(length(f) - 0.5), abs(length(f - 1) - 0.5))
        let line = smoothstep(0.15, 0.12, distance)
        let grain = Noise.fractal(p * V2(9, 31), octaves: 4)
        let stone = mix(rgb(0xD9CDB8), rgb(0xB7A88F), grain)
        let inlay = mix(rgb(0x0B3A4A), rgb(0x125A70), grain)
        return mix(stone, inlay, line)
    }

    /// A studio: a soft box overhead, a window at the side, a warm horizon.
    private static func studio(_ d: V3) -> V3 {
        var light = mix(V3(0.80, 0.62, 0.44), V3(0.03, 0.16, 0.26), smoothstep(-0.02, 0.34, d.y))
        if d.y > 0.05 {
            let q = V2(d.x, d.z) / d.y
            let box = max(abs(q.x - 0.3) - 0.9, abs(q.y + 0.1) - 0.45)
            light += V3(4.2, 4, 3.7) * smoothstep(0.12, -0.05, box)
        }
        if d.x < -0.1 {
            let q = V2(d.z, d.y) / -d.x
            let inside = max(abs(q.x + 0.5) - 0.5, abs(q.y - 0.75) - 0.45)
            let bars = min(abs(q.x + 0.5), abs(q.y - 0.75)) - 0.035
            light += V3(3.2, 3.4, 3.8) * smoothstep(0.03, -0.02, inside) * smoothstep(-0.01, 0.015, bars)
        }
        return light
    }
}
