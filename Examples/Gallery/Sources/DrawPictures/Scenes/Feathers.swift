import Foundation

/// A kingfisher's plumage from very near: feathers like tiles, azure to orange.
enum Feathers {
    private static let back = Palette([
        (0, 0x06303F), (0.3, 0x0A6F8F), (0.55, 0x11A5C6), (0.78, 0x35D3E0), (1, 0xC9FBFF),
    ])
    private static let breast = Palette([
        (0, 0x4A1604), (0.3, 0xA23A06), (0.6, 0xE2701A), (0.85, 0xFFA64A), (1, 0xFFE3B0),
    ])

    static let scene = Scene("feathers.jpg", 1920, 1280, .jpeg(quality: 86), samples: 2) { point in
        let p = rotate(point, -0.16) + V2(0, 3)
        return color(at: p)
    }

    private static let rowHeight: Float = 0.15
    private static let reach: Float = 0.36
    private static let halfWidth: Float = 0.155

    /// How wide a feather is, v of its length from the root; 1 at its widest.
    private static func profile(_ v: Float) -> Float {
        v < 0.45 ? 1 : max(0, 1 - pow((v - 0.45) / 0.55, 2.3)).squareRoot()
    }

    private static func color(at p: V2) -> V3 {
        // The rows whose feathers reach this far down, the uppermost first: it lies over the others.
        let highest = Int32(((p.y + reach) / rowHeight).rounded(.down))
        let lowest = Int32((p.y / rowHeight).rounded(.up))
        var shadow: Float = 1
        var row = highest
        while row >= lowest {
            let shift: Float = row & 1 == 0 ? 0 : halfWidth
            let column = Int32(((p.x - shift) / (2 * halfWidth)).rounded())
            let loose = Noise.random2(column, row, 5) - 0.5
            let root = V2(Float(column) * 2 * halfWidth + shift, Float(row) * rowHeight) + loose * 0.02
            let q = rotate(p - root, loose.x * 0.16)
            let (u, v) = (q.x / (halfWidth * 1.06), -q.y / reach)
            let inside = profile(v) - abs(u)
            if v < 1 && inside > 0 {
                return feather(u: u, v: v, edge: inside, root: root, id: Noise.random(column, row)) * shadow
            }
            // Beside or below a feather that lies above: it throws a soft shadow.
            let away = v >= 1 ? reach * (v - 1) + 0.3 * halfWidth * abs(u) : -inside * halfWidth
            shadow *= 0.38 + 0.62 * smoothstep(0, 0.075, away)
            row -= 1
        }
        return rgb(0x03141A) * shadow
    }

    private static func feather(u: Float, v: Float, edge: Float, root: V2, id: Float) -> V3 {
        // Barbs leave the shaft at an angle and bend towards the tip.
        let along = v * 22 - abs(u) * 9 - abs(u) * abs(u) * 4
        let wobble = Noise.fractal(V2(u * 5, v * 14) + root * 31, octaves: 3)
        let barb = 0.5 + 0.5 * sin((along + wobble * 1.6) * 6.2832)
        let fine = 0.5 + 0.5 * sin((along * 3.1 + wobble * 4) * 6.2832)
        let shaft = smoothstep(0.045, 0.012, abs(u)) * smoothstep(1.0, 0.75, v)

        // Where the back ends and the breast begins.
        let border = root.x * 0.75 + (root.y - 3) * 0.55 + 0.55 * (Noise.fractal(root * 1.3, octaves: 4) - 0.5)
        let toBreast = smoothstep(0.36, 0.66, border + 0.16 * (id - 0.5))
        let collar = smoothstep(0.16, 0.05, abs(border - 0.46)) * smoothstep(0.35, 0.6, id)

        let sheen = 0.5 + 0.5 * sin(root.x * 2.1 - root.y * 1.7 + id * 1.4)
        var tone = 0.04 + 0.3 * sheen + 0.3 * smoothstep(0.15, 0.95, v) - 0.2 * u
        tone += 0.22 * (barb - 0.5) + 0.07 * (fine - 0.5)
        var color = mix(back(tone), breast(tone + 0.08), toBreast)
        color = mix(color, V3(0.86, 0.9, 0.88) * (0.55 + 0.45 * tone), collar * 0.85)

        // The bright drop near the tip of the back's feathers.
        let drop = smoothstep(0.34, 0.1, length(V2(u * 0.8, (v - 0.74) * 2.2)))
        color = mix(color, back(0.72 + 0.28 * barb), drop * 0.75 * (1 - toBreast))

        let roundness = 0.72 + 0.34 * (1 - u * u) - 0.2 * u
        color *= roundness * (0.7 + 0.3 * barb)
        color = mix(color, color * 2.1 + 0.03, shaft * 0.7)
        color += V3(0.5, 0.85, 0.95) * 0.25 * pow(max(0, 1 - abs(u + 0.35) * 1.6), 6) * barb * (1 - 0.6 * toBreast)
        return film(color * (0.55 + 0.45 * smoothstep(0, 0.12, edge)) * 1.15)
    }
}
