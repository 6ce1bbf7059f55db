import Foundation

/// Polished marble with veins of gold.
enum Marble {
    private static let stone = Palette([
        (0, 0x06222B), (0.3, 0x0D4A57), (0.5, 0x2A7F86), (0.68, 0x8FBFBC), (0.85, 0xE3EBE4), (1, 0xFFFFFF),
    ])

    static let scene = Scene("marble.jpg", 1600, 1600) { point in
        let p = point * 1.2 + V2(7.7, 2.3)
        let a = V2(Noise.fractal(p, octaves: 4), Noise.fractal(p + V2(3.1, 7.7), octaves: 4))
        let q = p + 3.1 * (a - 0.5)
        let b = V2(Noise.fractal(q * 1.6, octaves: 5), Noise.fractal(q * 1.6 + V2(9.4, 1.1), octaves: 5))
        let r = q + 1.7 * (b - 0.5)
        let body = Noise.fractal(r * 1.4, octaves: 8)
        let layers = 0.5 + 0.5 * sin(r.x * 5 + r.y * 2 + 9 * body)
        var color = stone(0.13 + 0.62 * body * layers + 0.3 * b.x * b.y)
        color *= 0.85 + 0.3 * Noise.fractal(point * 60, octaves: 3)

        // Cracks: where two smooth noises are equal.
        let crack = abs(Noise.fractal(r * 0.9 + 30, octaves: 7) - Noise.fractal(r * 0.9 + 70, octaves: 7))
        let width = 0.004 + 0.022 * pow(Noise.fractal(p * 1.4 + 50, octaves: 3), 2)
        let dark = smoothstep(width * 5, width, crack)
        color *= 1 - 0.55 * dark
        let vein = smoothstep(width, width * 0.55, crack)
        let grain = Noise.fractal(point * 38, octaves: 4)
        let gold = mix(rgb(0x8A5A14), rgb(0xFFDD8A), smoothstep(0.2, 0.8, grain + 0.3 * (a.x - a.y)))
        color = mix(color, gold * 1.3, vein)

        // A window, mirrored in the polish.
        let glare = smoothstep(0.5, 0, abs(point.x * 0.5 + point.y - 0.75)) * 0.10
        return film((color + glare) * 1.25)
    }
}
