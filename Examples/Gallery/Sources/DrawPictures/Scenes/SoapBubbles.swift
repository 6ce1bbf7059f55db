import Foundation

/// Soap bubbles before nothing at all: their colours are those of thin films, the rest is transparent.
enum SoapBubbles {
    private static let bubbles: [(center: V2, radius: Float, seed: Float)] = [
        (V2(-0.42, 0.06), 0.66, 1), (V2(0.66, 0.34), 0.42, 5), (V2(0.42, -0.52), 0.33, 9),
        (V2(-1.12, -0.56), 0.24, 14), (V2(1.18, -0.42), 0.20, 21), (V2(-1.10, 0.62), 0.17, 27),
        (V2(0.16, 0.74), 0.13, 33), (V2(0.92, -0.80), 0.10, 38), (V2(-0.30, -0.80), 0.12, 44),
    ]

    static let scene = Scene("soap-bubbles.png", 1600, 1067, .alphaPNG) { size in
        [
            Raster(size, samples: 2, alpha: { point in
                var (color, alpha) = (V3.zero, Float(0))
                for bubble in bubbles {
                    let q = (point - bubble.center) / bubble.radius
                    let r = dot(q, q)
                    guard r < 1 else { continue }
                    let over = shade(q, depth: (1 - r).squareRoot(), seed: bubble.seed)
                    // What is nearer lies over what is there.
                    let joint = over.w + alpha * (1 - over.w)
                    let front = V3(over.x, over.y, over.z) * over.w
                    color = (front + color * alpha * (1 - over.w)) / max(joint, 1e-4)
                    alpha = joint
                }
                return SIMD4(film(color * 1.1), alpha)
            })
        ]
    }

    private static func shade(_ q: V2, depth z: Float, seed: Float) -> SIMD4<Float> {
        let n = V3(q.x, q.y, z)
        // The film is thinner at the top, and swirls.
        let a = Noise.fractal(q * 1.6 + seed, octaves: 4) - 0.5
        let b = Noise.fractal(q * V2(1.4, 3.2) + V2(a, a) * 2.6 + seed * 3, octaves: 6) - 0.5
        let thickness = 330 - 150 * q.y + 210 * b + 90 * a
        // Light of each wavelength (nanometres) is strong where the two reflections meet in step.
        let slant = (1 - (1 - z * z) / 1.77).squareRoot()
        let path = 2 * 1.33 * thickness * slant
        func meet(_ wavelength: Float) -> Float { 0.5 - 0.5 * cos(2 * .pi * path / wavelength) }
        let color = V3(meet(640), meet(530), meet(450))
        let rim = pow(1 - z, 3.2)
        let window = highlight(n, at: normalize(V3(-0.46, 0.58, 0.67)), size: 0.22)
        let below = highlight(n, at: normalize(V3(0.46, -0.58, 0.67)), size: 0.13) * 0.45
        let light = color * (0.55 + 0.9 * rim) + V3(repeating: 1) * (window + below) * 1.7
        let alpha = clamp(0.13 + 0.5 * dot(color, V3(0.3, 0.5, 0.2)) * (0.25 + 0.9 * (1 - z)) + 0.75 * rim + window + below)
        return SIMD4(light, alpha)
    }

    /// A window with four panes, mirrored in the sphere.
    private static func highlight(_ n: V3, at place: V3, size: Float) -> Float {
        let right = normalize(cross(V3(0, 1, 0), place))
        let up = cross(place, right)
        let q = V2(dot(n, right), dot(n, up)) / size
        let pane = max(abs(q.x), abs(q.y))
        let bars = min(abs(q.x), abs(q.y))
        return smoothstep(1, 0.9, pane) * smoothstep(0.07, 0.13, bars) * (dot(n, place) > 0 ? 0.85 : 0)
    }
}
