import Foundation

/// One place at eight hours of the day. Each is stored turned or mirrored in another way, and all must come out
/// upright: the smoke rises, the house stands on the ground, and the balloon counts from the left.
enum Hours {
    private struct Hour {
        var name: String
        var zenith: V3
        var horizon: V3
        /// Where the sun (or the moon) stands, and its light.
        var sun: V2
        var light: V3
        var ambient: V3
        var night: Float
    }

    private static let hours: [Hour] = [
        Hour(
            name: "dawn", zenith: rgb(0x3A5A8C), horizon: rgb(0xFFB58A), sun: V2(-0.98, 0.02),
            light: V3(1.0, 0.62, 0.42), ambient: V3(0.40, 0.42, 0.58), night: 0.15),
        Hour(
            name: "morning", zenith: rgb(0x3F86C9), horizon: rgb(0xFFE3B8), sun: V2(-0.85, 0.30),
            light: V3(1.25, 1.0, 0.72), ambient: V3(0.45, 0.52, 0.62), night: 0),
        Hour(
            name: "forenoon", zenith: rgb(0x2E7FD0), horizon: rgb(0xCFE8F2), sun: V2(-0.52, 0.56),
            light: V3(1.35, 1.22, 1.0), ambient: V3(0.50, 0.58, 0.68), night: 0),
        Hour(
            name: "noon", zenith: rgb(0x1E6FCC), horizon: rgb(0xBFE2F5), sun: V2(-0.05, 0.74),
            light: V3(1.45, 1.38, 1.2), ambient: V3(0.52, 0.60, 0.70), night: 0),
        Hour(
            name: "afternoon", zenith: rgb(0x2F7AC2), horizon: rgb(0xE6E6CF), sun: V2(0.38, 0.58),
            light: V3(1.4, 1.18, 0.86), ambient: V3(0.48, 0.54, 0.62), night: 0),
        Hour(
            name: "evening", zenith: rgb(0x3B5FA0), horizon: rgb(0xFFB45E), sun: V2(0.82, 0.24),
            light: V3(1.3, 0.78, 0.40), ambient: V3(0.42, 0.40, 0.52), night: 0.05),
        Hour(
            name: "dusk", zenith: rgb(0x1C2450), horizon: rgb(0xE0603C), sun: V2(1.0, -0.02),
            light: V3(0.7, 0.30, 0.24), ambient: V3(0.24, 0.22, 0.38), night: 0.55),
        Hour(
            name: "night", zenith: rgb(0x03071C), horizon: rgb(0x1D3358), sun: V2(0.62, 0.60),
            light: V3(0.10, 0.14, 0.22), ambient: V3(0.045, 0.065, 0.13), night: 1),
    ]

    /// Orientation 1 is dawn, 8 is night.
    static let scenes: [Scene] = hours.indices.map { index in
        let hour = hours[index]
        return Scene(
            "hours/\(index + 1)-\(hour.name).jpg", 1600, 1200, .jpeg(quality: 86, orientation: index + 1)
        ) { point in
            film(color(point, hour, number: index + 1) * 1.1)
        }
    }

    private static func color(_ p: V2, _ hour: Hour, number: Int) -> V3 {
        // The nearest first: what is behind it need not be drawn.
        if let balloon = balloon(p - V2(-0.18, 0.36), hour, number: number) { return balloon }
        if let tree = tree(V2(p.x + 0.86, p.y + 0.56), hour) { return tree }
        if let house = house(V2(p.x - 0.52, p.y + 0.46), hour) { return house }
        let meadow: Float = -0.42 + 0.05 * sin(p.x * 1.7 + 0.6)
        if p.y < meadow { return ground(p, meadow - p.y, hour) }
        for range in (0..<3).reversed() {
            if let hills = hills(p, hour, Float(range)) { return hills }
        }
        return sky(p, hour)
    }

    /// Three ranges of hills, the nearer the greener.
    private static func hills(_ p: V2, _ hour: Hour, _ range: Float) -> V3? {
        let highest = 0.02 - 0.16 * range + (0.55 - 0.13 * range) * 0.5
        guard p.y < highest else { return nil }
        let rough = Noise.fractal(V2(p.x * (0.8 + 0.5 * range) + 11 * range, 2 + range), octaves: 5) - 0.5
        guard p.y < 0.02 - 0.16 * range + (0.55 - 0.13 * range) * rough else { return nil }
        let slope = Noise.fractal(V2(p.x * 3.1 + 7 * range, p.y * 5 + range), octaves: 5)
        let lit = 0.55 + 0.75 * (slope - 0.3) - 0.25 * p.x * hour.sun.x
        let tree = Noise.fractal(p * (34 + 22 * range), octaves: 3)
        let base = mix(rgb(0x4F6B52), rgb(0x5E8A35), range / 2) * (0.55 + 0.7 * tree)
        let land = base * (hour.light * lit + hour.ambient)
        return mix(land, mix(hour.horizon, hour.zenith, 0.3) * 0.9, 0.62 - 0.27 * range)
    }

    private static func sky(_ p: V2, _ hour: Hour) -> V3 {
        let up = smoothstep(-0.35, 1, p.y)
        var color = mix(hour.horizon, hour.zenith, pow(up, 0.75))
        if hour.night > 0.3 {
            let cell = (p * 38).rounded(.down)
            let (x, y) = (Int32(cell.x), Int32(cell.y))
            let d = p * 38 - cell - 0.2 - 0.6 * Noise.random2(x, y, 8)
            let power = Noise.random(x, y, 9)
            color +=
                V3(0.9, 0.95, 1) * exp(-dot(d, d) * 240) * power * power * hour.night
                * smoothstep(-0.2, 0.5, p.y)
        }
        let d = length(p - hour.sun)
        let warmth = hour.light * (1 + hour.night)
        color += warmth * (0.30 * exp(-3.4 * d) + 0.5 * exp(-16 * d))
        let disc = smoothstep(0.075, 0.071, d)
        let craters = 1 - hour.night * 0.4 * smoothstep(0.42, 0.62, Noise.fractal(p * 26, octaves: 4))
        color = mix(color, (V3(2.4, 2.2, 1.8) * hour.light + hour.night * 0.75) * craters, disc)
        // Clouds, lit from where the sun is.
        let q = p * V2(0.9, 2.0) + V2(3, 1)
        let density = Noise.fractal(q + 0.8 * Noise.fractal(q * 1.3, octaves: 3), octaves: 7)
        let towards = normalize(hour.sun - p + 0.001) * 0.05
        let beyond = Noise.fractal(
            q + towards + 0.8 * Noise.fractal((q + towards) * 1.3, octaves: 3), octaves: 4)
        let cover = smoothstep(0.56, 0.80, density) * smoothstep(-0.25, 0.1, p.y)
        let lit = hour.light * (0.75 + 2.6 * clamp(density - beyond + 0.1)) + hour.ambient * 0.9
        return mix(color, lit, cover * (0.9 - 0.45 * hour.night))
    }

    private static func ground(_ p: V2, _ depth: Float, _ hour: Hour) -> V3 {
        // The meadow lies flat: what is lower in the picture is nearer, and larger.
        let far = 1 / (0.10 + depth)
        let plane = V2(p.x * far, far) * 18
        let blades = Noise.fractal(V2(plane.x * 4, plane.y * 1.5), octaves: 4)
        var base = mix(rgb(0x3F6B24), rgb(0x9DBB4A), blades)
        base = mix(base, rgb(0xC9C06A), 0.5 * smoothstep(0.45, 0.7, Noise.fractal(p * 3 + 9, octaves: 3)))
        let cell = plane.rounded(.down)
        let (x, y) = (Int32(cell.x), Int32(cell.y))
        if Noise.random(x, y, 33) > 0.86 {
            let d = length(plane - cell - 0.5)
            let colors: [UInt32] = [0xF4D03F, 0xE8553A, 0xF7F4EA, 0x5B7FD6]
            base = mix(base, rgb(colors[Int(Noise.bits(x, y, 34) & 3)]), smoothstep(0.34, 0.22, d))
        }
        // A path to the door.
        let path = abs(p.x - 0.52 - 0.42 * depth * sin(depth * 5)) - 0.03 - 0.16 * depth
        base = mix(base, mix(rgb(0xC9AE84), rgb(0x9A7E58), blades), smoothstep(0.015, -0.01, path))
        let shade = 0.62 + 0.5 * Noise.fractal(p * 1.6 + 3, octaves: 2)
        return base * (hour.light * shade * 0.8 + hour.ambient)
    }

    private static func house(_ q: V2, _ hour: Hour) -> V3? {
        // Smoke from the chimney.
        let rise = q.y - 0.50
        if rise > 0 && rise < 0.42 {
            let drift = q.x - 0.13 - 0.35 * rise * rise - 0.03 * sin(rise * 22)
            let puff = Noise.fractal(V2(q.x * 16, q.y * 11 - 2), octaves: 4)
            if abs(drift) < 0.014 + 0.07 * rise && puff > 0.36 + 0.5 * rise {
                return V3(repeating: 0.8) * (hour.light * 0.6 + hour.ambient)
            }
        }
        if abs(q.x - 0.13) < 0.032 && q.y > 0.3 && q.y < 0.5 {
            return bricks(q * V2(50, 90)) * (hour.light * 0.7 + hour.ambient)
        }
        let eaves: Float = 0.22, half: Float = 0.27
        let roof = eaves + 0.26 * (1 - abs(q.x) / (half + 0.05))
        if q.y >= eaves && q.y < roof {
            let row = (q.y * 42).rounded(.down)
            let tile = fract(q.x * 20 + row * 0.5)
            let tone =
                0.7 + 0.4 * Noise.random(Int32(q.x * 20 + row * 0.5), Int32(row), 2) - 0.35 * fract(q.y * 42)
            let side: Float = (q.x < 0) == (hour.sun.x < 0.5) ? 1 : 0.72
            return rgb(0xB5432A) * tone * (0.85 + 0.3 * tile) * (hour.light * side + hour.ambient)
        }
        guard abs(q.x) < half && q.y > 0 && q.y < eaves else { return nil }
        if abs(q.x) < 0.042 && q.y < 0.15 {
            return rgb(0x1E5F74) * (0.8 + 0.3 * fract(q.x * 60)) * (hour.light * 0.8 + hour.ambient)
        }
        for center in [V2(-0.16, 0.12), V2(0.16, 0.12)] {
            let w = q - center
            let frame = max(abs(w.x), abs(w.y))
            guard frame < 0.055 else { continue }
            let isBar = frame > 0.046 || min(abs(w.x), abs(w.y)) < 0.005
            if isBar { return rgb(0xF5EFE0) * (hour.light * 0.8 + hour.ambient) }
            let lamp = V3(2.2, 1.4, 0.55) * (0.25 + 0.75 * hour.night)
            return hour.night > 0.1 ? lamp : mix(hour.zenith, hour.horizon, 0.4 + 4 * w.y)
        }
        let plaster = 0.86 + 0.2 * Noise.fractal(q * 40, octaves: 4)
        let under = 1 - 0.35 * smoothstep(0.06, 0, eaves - q.y)
        return rgb(0xF3E7CF) * plaster * under * (hour.light * 0.85 + hour.ambient)
    }

    private static func bricks(_ q: V2) -> V3 {
        let row = (q.y / 2).rounded(.down)
        let joint = min(fract(q.x / 2 + row * 0.5), fract(q.y / 2))
        return joint < 0.12 ? rgb(0xB9A58F) : rgb(0x8F4630)
    }

    private static func tree(_ q: V2, _ hour: Hour) -> V3? {
        let leaves = Noise.fractal(q * 15, octaves: 5)
        let crown = length((q - V2(0, 0.52)) / V2(0.30, 0.34)) + 0.75 * (leaves - 0.5)
        if crown < 1 {
            let towards = normalize(hour.sun - V2(-0.86, 0))
            let lit = 0.55 + 0.7 * dot((q - V2(0, 0.52)) / 0.34, towards) + 0.9 * (leaves - 0.45)
            let green = mix(rgb(0x2A4F1E), rgb(0x86A93A), clamp(lit))
            return green * (hour.light * clamp(lit, 0.1, 1.2) + hour.ambient)
        }
        guard abs(q.x + 0.02 * sin(q.y * 9)) < 0.028 + 0.03 * smoothstep(0.08, 0, q.y), q.y > -0.02, q.y < 0.4
        else { return nil }
        let bark = Noise.fractal(q * V2(90, 14), octaves: 3)
        return mix(rgb(0x3B2A1C), rgb(0x7A5B3C), bark) * (hour.light * 0.6 + hour.ambient)
    }

    /// A balloon that carries its number as strokes: as many as the orientation says.
    private static func balloon(_ q: V2, _ hour: Hour, number: Int) -> V3? {
        let radius: Float = 0.25
        let isTaper = q.y < 0
        let half =
            isTaper ? radius * (1 - 0.55 * pow(-q.y / 0.36, 1.6)) : (radius * radius - q.y * q.y).squareRoot()
        if q.y < radius && q.y > -0.32 && abs(q.x) < half {
            let u = q.x / half
            let gore = Int(((asin(clamp(u, -1, 1)) / .pi + 0.5) * 9).rounded(.down))
            var base = gore % 2 == 0 ? rgb(0xE8731A) : rgb(0x13A0BF)
            if abs(q.y + 0.02) < 0.062 {
                base = rgb(0xFFF6E3)
                let width: Float = 0.034
                let place = q.x / width + Float(number) / 2
                if place > 0 && place < Float(number) && abs(fract(place) - 0.5) < 0.24
                    && abs(q.y + 0.02) < 0.04
                {
                    base = rgb(0x14323D)
                }
            }
            let n = V3(u * 0.9, q.y / radius * 0.7, (1 - u * u * 0.8).squareRoot())
            let lit = clamp(dot(normalize(n), normalize(V3(hour.sun.x + 0.18, hour.sun.y - 0.2, 0.6))))
            let glow = V3(1.3, 0.62, 0.2) * hour.night * smoothstep(0.15, -0.3, q.y)
            return base * (hour.light * (0.2 + lit) + hour.ambient + glow)
        }
        if abs(q.x) < 0.042 && q.y < -0.40 && q.y > -0.47 {
            let weave = 0.6 + 0.4 * sin(q.x * 400) * sin(q.y * 400)
            return rgb(0x8B5E34) * weave * (hour.light * 0.8 + hour.ambient)
        }
        if q.y < -0.3 && q.y > -0.41 && abs(abs(q.x) - 0.04 - 0.4 * (q.y + 0.4)) < 0.003 {
            return rgb(0x3A2A1A) * (hour.light + hour.ambient)
        }
        return nil
    }
}
