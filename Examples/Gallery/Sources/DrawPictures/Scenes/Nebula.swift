import Foundation

/// Clouds of gas between stars, in sixteen bits: its darkest gradients would show steps in eight.
enum Nebula {
    private static let gas = Palette([
        (0, 0x020308), (0.25, 0x0A1030), (0.45, 0x2A1452), (0.6, 0x8A1F66), (0.75, 0xE0563F), (0.9, 0xFFC36B),
        (1, 0xFFF6DC),
    ])

    static let scene = Scene("nebula.png", 1600, 1067, .deepPNG) { point in
        let p = point * 1.15 + V2(4.3, 1.9)
        // Warped twice: the noise says where to look in the noise.
        let a = V2(Noise.fractal(p, octaves: 5), Noise.fractal(p + V2(5.2, 1.3), octaves: 5))
        let b = V2(
            Noise.fractal(p + 2.6 * a + V2(1.7, 9.2), octaves: 6),
            Noise.fractal(p + 2.6 * a + V2(8.3, 2.8), octaves: 6))
        let density = Noise.fractal(p + 2.4 * b, octaves: 8)
        let glow = exp(-2.2 * dot(point - V2(0.25, 0.05), point - V2(0.25, 0.05)))
        var light = gas(density * 0.84 + 0.62 * glow * density * b.x + 0.12 * glow - 0.06)
        light += V3(0.02, 0.26, 0.36) * pow(clamp(length(a - 0.42) * 2.3), 2) * density * 1.1
        light *= 0.35 + 1.4 * density * density * 2
        let dust = smoothstep(0.47, 0.72, Noise.fractal(p * 1.9 + 1.6 * b + 20, octaves: 7))
        light *= 1 - 0.82 * dust
        return film((light + stars(point) * (1 - 0.6 * dust)) * 1.35)
    }

    private static func stars(_ p: V2) -> V3 {
        var light = V3.zero
        for layer in 0..<4 as Range<Int32> {
            let scale = Float(12) * pow(2.1, Float(layer))
            let cell = (p * scale).rounded(.down)
            for j in -1...1 as ClosedRange<Int32> {
                for i in -1...1 as ClosedRange<Int32> {
                    let (x, y) = (Int32(cell.x) + i, Int32(cell.y) + j)
                    let power = Noise.random(x, y, 40 + layer)
                    guard power > 0.86 else { continue }
                    let place = (V2(Float(x), Float(y)) + Noise.random2(x, y, 50 + layer)) / scale
                    let d = p - place
                    let size = 0.0016 * (1 + 2.6 * pow((power - 0.86) / 0.14, 9)) * (layer == 0 ? 1.5 : 0.75)
                    let distance = dot(d, d) / (size * size)
                    guard distance < 900 else { continue }
                    let heat = Noise.random(x, y, 60 + layer)
                    let tint = mix(V3(1, 0.72, 0.48), V3(0.62, 0.8, 1), heat)
                    let halo = 0.012 / (1 + distance) * smoothstep(900, 100, distance)
                    light += tint * (exp(-distance) + halo)
                    if layer == 0 && power > 0.975 {
                        let (x, y) = (abs(d.x), abs(d.y))
                        let spikes = exp(-1400 * x - 45 * y) + exp(-45 * x - 1400 * y)
                        light += tint * spikes * 1.2
                    }
                }
            }
        }
        return light
    }
}
