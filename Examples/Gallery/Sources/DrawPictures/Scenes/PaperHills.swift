import Foundation

/// Hills cut from coloured paper, mixed in printing inks: the four numbers are cyan, magenta, yellow and black.
enum PaperHills {
    static let scene = Scene("paper-hills.jpg", 1600, 2000, .cmykJPEG(quality: 88)) { size in
        [Raster(size, samples: 2, alpha: inks)]
    }

    private static let sheets: [SIMD4<Float>] = [
        SIMD4(0.00, 0.28, 0.62, 0.00), SIMD4(0.00, 0.46, 0.74, 0.02), SIMD4(0.02, 0.66, 0.72, 0.06),
        SIMD4(0.18, 0.80, 0.52, 0.12), SIMD4(0.48, 0.78, 0.30, 0.22), SIMD4(0.78, 0.62, 0.30, 0.32),
        SIMD4(0.92, 0.50, 0.42, 0.50), SIMD4(0.95, 0.55, 0.50, 0.72),
    ]

    private static func inks(_ p: V2) -> SIMD4<Float> {
        let fibre = Noise.fractal(p * V2(90, 60), octaves: 3) + 0.6 * Noise.fractal(p * V2(14, 240), octaves: 2)
        var ink = mix4(SIMD4(0.30, 0.04, 0.14, 0), SIMD4(0, 0.16, 0.40, 0), smoothstep(0.95, 0.1, p.y))
        // Rings of paper around the sun.
        let d = length(p - V2(0.18, 0.36)) + 0.008 * Noise.fractal(p * 9, octaves: 3)
        for ring in 0..<4 {
            let radius = 0.62 - 0.135 * Float(ring)
            let away = radius - d
            if away > 0 {
                ink = mix4(SIMD4(0, 0.06, 0.30, 0), SIMD4(0, 0.36, 0.92, 0), Float(ring) / 3)
                ink.w += 0.10 * smoothstep(0.02, 0, away)
            } else {
                ink.w += 0.16 * smoothstep(-0.035, 0, away)
            }
        }
        for (i, sheet) in sheets.enumerated() {
            let k = Float(i)
            let top = 0.20 - 0.165 * k + ridge(p.x + k * 3.7, k)
            let inside = max(top - p.y, trees(p, sheet: i, top: { 0.20 - 0.165 * k + ridge($0 + k * 3.7, k) }))
            if inside > 0 {
                ink = sheet
                // The cut edge catches the light, and the sheet is a little darker below.
                ink.w += 0.10 * smoothstep(0.05, 0.6, inside)
                ink *= 1 - 0.35 * smoothstep(0.007, 0.001, inside)
            } else {
                ink.w += 0.30 * smoothstep(-0.055, 0, inside) * smoothstep(-0.055, 0, inside)
            }
        }
        ink.w += 0.07 * (fibre - 0.7)
        return ink.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }

    private static func ridge(_ x: Float, _ k: Float) -> Float {
        let rough = Noise.fractal(V2(x * 1.4, k), octaves: 5) - 0.5
        return 0.42 * rough * (1 - 0.06 * k) + 0.05 * sin(x * 2.2 + k)
    }

    /// Positive inside the spruces on the crest of the nearer sheets.
    private static func trees(_ p: V2, sheet: Int, top: (Float) -> Float) -> Float {
        guard sheet >= 4 else { return -1 }
        var inside: Float = -1
        let spacing = 0.05 + 0.012 * Float(sheet - 4)
        let column = Int32((p.x / spacing).rounded(.down))
        for k in (column - 1)...(column + 1) {
            let chance = Noise.random(k, Int32(sheet), 21)
            guard chance > 0.35 else { continue }
            let middle = (Float(k) + 0.5 + 0.3 * (Noise.random(k, Int32(sheet), 22) - 0.5)) * spacing
            let tall = spacing * (1.3 + 2.2 * chance)
            let v = (p.y - top(middle) + 0.01) / tall
            guard v > 0 && v < 1 else { continue }
            let tooth = 0.6 + 0.4 * fract(v * 5)
            inside = max(inside, tall * 0.2 * (1 - v) * tooth + 0.002 - abs(p.x - middle))
        }
        return inside
    }

    private static func mix4(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a + (b - a) * t }
}
