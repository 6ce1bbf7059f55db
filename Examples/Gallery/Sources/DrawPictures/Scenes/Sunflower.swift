import Foundation

/// A turning sunflower of dots, each a golden angle from the one before: an animation that ends where it begins.
enum Sunflower {
    private static let frames = 12
    private static let golden: Float = 2.399_963_2

    /// The radius of the dot number n is this times the root of n.
    private static let pitch: Float = 0.06

    static let scene = Scene("sunflower.gif", 1600, 1000, .animatedGIF(delay: 80)) { size in
        (0..<frames).map { frame in
            // Each dot moves outwards by 21 steps, to where another of its colour has been.
            let shift = 21 * Float(frame) / Float(frames)
            let dots = (-21..<1400).map { k in
                let (radius, angle) = (pitch * max(0, Float(k) + shift).squareRoot(), Float(k) * golden)
                return V2(cos(angle), sin(angle)) * radius
            }
            return Raster(size, alpha: { SIMD4(color($0, dots, shift), 1) })
        }
    }

    private static let colors: [V3] = [0x0B7A99, 0x19B5C9, 0x7FE3E0, 0xF7B538, 0xEE7B16, 0xC2410C].map {
        rgb($0)
    }
    private static let ground = rgb(0x06222E)

    private static func color(_ p: V2, _ dots: [V2], _ shift: Float) -> V3 {
        let r = length(p)
        // The only dots that can be near have about this radius.
        let middle = Int((r / pitch) * (r / pitch) - shift) + 21
        let spread = 4 + Int(2.2 * r / pitch)
        var best = (distance: Float.infinity, index: 0)
        dots.withUnsafeBufferPointer { dots in
            for i in max(0, middle - spread)..<max(0, min(dots.count, middle + spread)) {
                let d = dot(dots[i] - p, dots[i] - p)
                if d < best.distance { best = (d, i) }
            }
        }
        let distance = best.distance.squareRoot()
        let size = pitch * (0.42 + 0.42 * smoothstep(0, 1.2, r))
        let color = colors[(best.index % 21) * 6 / 21]
        let disc = smoothstep(size, size - 0.003, distance)
        let inner = smoothstep(size * 0.5, size * 0.5 - 0.003, distance)
        let deepest = smoothstep(size * 0.25, size * 0.25 - 0.003, distance)
        let dotted = mix(mix(color, color * 0.4, inner), color, deepest)
        return mix(ground, dotted, disc * smoothstep(2.3, 1.5, r))
    }
}
