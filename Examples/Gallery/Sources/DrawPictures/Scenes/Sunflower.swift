import Foundation

/// A turning sunflower of dots, each a golden angle from the one before: an animation that ends where it begins.
enum Sunflower {
    private static let frames = 12
    private static let golden: Float = 2.399_963_2

    static let scene = Scene("sunflower.gif", 1600, 1000, .animatedGIF(delay: 80)) { size in
        (0..<frames).map { frame in
            let turn = Float(frame) / Float(frames)
            return Raster(size, alpha: { SIMD4(color($0, turn), 1) })
        }
    }

    private static let colors: [V3] = [0x0B7A99, 0x19B5C9, 0x7FE3E0, 0xF7B538, 0xEE7B16, 0xC2410C].map { rgb($0) }
    private static let ground = rgb(0x06222E)

    private static func color(_ p: V2, _ turn: Float) -> V3 {
        // The dot number n stands at the radius c √n; between two frames each moves a step outwards.
        let c: Float = 0.062
        let r = length(p)
        let shift = turn * 21
        let n = Int((r / c) * (r / c) - shift)
        var best = (distance: Float.infinity, index: 0, radius: Float(0))
        let spread = 5 + Int(2.6 * r / c)
        for k in (n - spread)...(n + spread) {
            let m = Float(k) + shift
            guard m > 0 else { continue }
            let angle = (Float(k) + shift) * golden - shift * golden
            let place = V2(cos(angle), sin(angle)) * c * m.squareRoot()
            let d = length(place - p)
            if d < best.distance { best = (d, k, c * m.squareRoot()) }
        }
        let size = 0.012 + 0.025 * smoothstep(0, 1.3, best.radius)
        // The spirals of 21 have one colour each, so the picture is the same again after 21 steps.
        let band = ((best.index % 21) + 21) % 21
        let color = colors[(band * 6) / 21]
        let inner = smoothstep(size * 0.55, size * 0.4, best.distance)
        let disc = smoothstep(size, size - 0.003, best.distance)
        let edge = smoothstep(2.2, 1.2, r)
        return mix(ground, mix(color, color * 0.45, inner), disc * edge)
    }
}
