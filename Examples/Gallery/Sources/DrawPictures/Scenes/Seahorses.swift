import Foundation

/// A spiral in the valley of the Mandelbrot set that is named after sea horses.
enum Seahorses {
    private static let water = Palette([
        (0, 0x04141F), (0.16, 0x0B4F6C), (0.32, 0x2EC4CF), (0.45, 0xF4F1DE), (0.58, 0xF2A541), (0.74, 0xC8420B),
        (0.88, 0x43120B), (1, 0x04141F),
    ])

    static let scene = Scene("seahorses.jpg", 1600, 1067, .jpeg(quality: 86), samples: 2) { point in
        let center = SIMD2<Double>(-0.745_428, 0.113_009)
        let scale = 0.000_055
        let turned = rotate(point, 0.5)
        let c = center + SIMD2(Double(turned.x), Double(turned.y)) * scale
        var (z, slope) = (SIMD2<Double>.zero, SIMD2<Double>(1, 0))
        for n in 0..<1400 {
            // The slope of the iteration with respect to c, for the distance to the set and the relief.
            slope = 2 * SIMD2(z.x * slope.x - z.y * slope.y, z.x * slope.y + z.y * slope.x)
            slope.x += 1
            z = SIMD2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c
            let size = z.x * z.x + z.y * z.y
            guard size > 10_000 else { continue }
            let smooth = Float(n) + 1 - Float(log2(log(size) / 2 / log(2)))
            let away = (size / (slope.x * slope.x + slope.y * slope.y)).squareRoot() * log(size) / 2
            // The normal of the potential, as if it were a relief lit from the upper left.
            let square = slope.x * slope.x + slope.y * slope.y
            let normal = SIMD2(
                (z.x * slope.x + z.y * slope.y) / square, (z.y * slope.x - z.x * slope.y) / square)
            let unit = normal / (normal.x * normal.x + normal.y * normal.y).squareRoot()
            let light = Float(max(0, (unit.x * -0.6 + unit.y * 0.8 + 1.3) / 2.3))
            let edge = smoothstep(0, 1, Float(away / scale) * 260)
            let color = water(fract(pow(smooth / 60, 0.72) * 1.13 + 0.1))
            return film(color * (0.35 + 1.15 * light) * (0.25 + 0.75 * edge) * 1.35)
        }
        return rgb(0x03080C)
    }
}
