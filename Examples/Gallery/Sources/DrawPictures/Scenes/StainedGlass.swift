import Foundation

/// A kingfisher on its perch, in stained glass.
enum StainedGlass {
    static let scene = Scene("stained-glass.jpg", 1600, 1600, samples: 2) { point in
        let cells: Float = 24
        // Smaller pieces where the bird is.
        let cell = Noise.cell(point * cells)
        let middle = cell.center / cells
        let chance = Float(cell.bits & 0xFFFF) / 65536
        var glass = motif(middle)
        glass *= 0.72 + 0.55 * chance
        // Streaks and seeds in the glass, each piece cut from another place of the sheet.
        let sheet = rotate(point * 7, chance * 6.28) + chance * 91
        let streak = Noise.fractal(sheet * V2(0.6, 2.4), octaves: 5)
        glass *= 0.62 + 0.8 * streak
        // Light comes from above, through each piece a little differently.
        let tilt = V2(Float(cell.bits >> 16 & 255) / 255 - 0.5, Float(cell.bits >> 24) / 255 - 0.5)
        let across = dot((point - middle) * cells, tilt)
        glass *= 1.05 + 0.55 * across + 0.32 * point.y
        glass += V3(1, 0.95, 0.8) * 0.10 * smoothstep(0.35, 0.9, streak) * chance
        let halo = exp(-1.1 * dot(point - V2(0.05, 0.1), point - V2(0.05, 0.1)))
        glass *= 0.75 + 0.65 * halo
        // Lead between the pieces, round and a little shiny.
        let came = cell.border
        let lead = smoothstep(0.052, 0.04, came)
        let round = clamp(1 - came / 0.05)
        let metal = V3(0.016, 0.017, 0.02) + V3(0.10, 0.11, 0.13) * pow(round, 5) * (0.6 + 0.4 * tilt.x)
        glass *= smoothstep(0.02, 0.16, came) * 0.45 + 0.55
        return film(mix(glass, metal, lead) * 1.7)
    }

    /// The picture that the pieces are chosen for.
    private static func motif(_ p: V2) -> V3 {
        let sun = length(p - V2(0.28, 0.42))
        var color = mix(rgb(0xFFD27A), rgb(0x7CC4C8), smoothstep(0.15, 1.25, sun))
        color = mix(color, rgb(0x1E6E8C), smoothstep(0.1, -0.95, p.y))
        if sun < 0.36 { color = rgb(0xFFE9A8) }
        let bank = -0.62 + 0.06 * sin(p.x * 5)
        if p.y < bank { color = mix(rgb(0x0D4A63), rgb(0x2F93A6), 0.5 + 0.5 * sin(p.y * 34 + p.x * 3)) }
        // Reeds.
        for i in 0..<7 {
            let k = Float(i)
            let x = -0.92 + 0.085 * k + 0.12 * sin(p.y * 1.6 + k)
            if abs(p.x - x) < 0.022 && p.y < 0.1 + 0.28 * sin(k * 2.3) { color = rgb(0x4F7A2A) }
        }
        // The perch.
        if abs(p.y + 0.50 - 0.10 * p.x + 0.03 * sin(p.x * 7)) < 0.05 && p.x > -0.55 { color = rgb(0x5A3B22) }

        let q = rotate(p - V2(0.02, 0.02), 0.30)
        func ellipse(_ center: V2, _ radii: V2) -> Bool { length((q - center) / radii) < 1 }
        // Tail, body, wing, head, bill, from the back to the front.
        if abs(q.x - 0.12) < 0.085 && q.y < -0.2 && q.y > -0.78 { color = rgb(0x0C63A8) }
        if ellipse(V2(0, -0.12), V2(0.27, 0.42)) { color = q.x < 0.03 ? rgb(0xE8731A) : rgb(0x1284B8) }
        if ellipse(V2(0.13, -0.14), V2(0.16, 0.36)) {
            color = mix(rgb(0x0A4F86), rgb(0x21C7D9), smoothstep(-0.45, 0.2, q.y))
        }
        if ellipse(V2(-0.04, 0.36), V2(0.24, 0.215)) { color = q.y > 0.33 ? rgb(0x138FC4) : rgb(0xE8731A) }
        if ellipse(V2(-0.13, 0.20), V2(0.10, 0.055)) { color = rgb(0xFFF4E0) }
        if ellipse(V2(0.13, 0.30), V2(0.07, 0.07)) { color = rgb(0xFFF4E0) }
        let bill = (-0.22 - q.x) / 0.52
        if bill > -0.05 && bill < 1 && abs(q.y - 0.34 + 0.02 * bill) < 0.052 * (1 - bill) { color = rgb(0x1B1A20) }
        if ellipse(V2(-0.13, 0.385), V2(0.042, 0.042)) { color = rgb(0x0A0808) }
        return color
    }
}
