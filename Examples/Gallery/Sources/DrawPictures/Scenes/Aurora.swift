import Foundation

/// Northern lights over a forest, mirrored in a still lake.
enum Aurora {
    private static let shore: Float = -0.38

    static let scene = Scene("aurora.jpg", 1800, 1200) { point in
        let isWater = point.y < shore
        var p = point
        if isWater {
            let depth = shore - point.y
            let wave = Noise.fractal(V2(point.x * 7, point.y * 70 / (0.35 + depth)), octaves: 4) - 0.47
            p.y = 2 * shore - point.y + 0.05 * wave * (0.3 + depth * 2)
            p.x += 0.012 * wave
        }
        var light = sky(p)
        let far = hills(p.x * 1.1 + 4, height: 0.20, rough: 0.06)
        light = mix(light, V3(0.006, 0.022, 0.03), smoothstep(0, 0.004, shore + far - p.y) * 0.96)
        let trees = forest(p)
        light = mix(light, V3(0.0016, 0.004, 0.006), smoothstep(0, 0.003, trees))
        if isWater {
            let depth = shore - point.y
            light = light * V3(0.62, 0.72, 0.75) * mix(0.85, 0.5, clamp(depth)) + V3(0.001, 0.004, 0.006)
            light += V3(0.02, 0.06, 0.06) * smoothstep(0.016, 0, depth)
        }
        return film(light * 1.7)
    }

    private static func sky(_ p: V2) -> V3 {
        var light = mix(V3(0.012, 0.05, 0.065), V3(0.003, 0.007, 0.022), smoothstep(-0.4, 1, p.y))
        // Curtains: a bright lower hem, rays that fade upwards, folds that the solar wind moves.
        for i in 0..<5 {
            let k = Float(i)
            let fold = Noise.fractal(V2(p.x * 0.75 + k * 5.3, k * 3.1), octaves: 4) - 0.5
            let hem = -0.10 + 0.17 * k + 0.95 * fold + 0.12 * p.x * (k - 2)
            let above = p.y - hem
            let along = p.x + 0.35 * fold * above
            let rays = pow(Noise.fractal(V2(along * (11 + 4 * k) + k * 17, above * 0.5), octaves: 5), 1.6) * 2.3
            let patch = smoothstep(0.28, 0.66, Noise.fractal(V2(p.x * 1.1 - k * 7.7, 2 + k), octaves: 3))
            let body = smoothstep(-0.035, 0.03, above) * exp(-max(0, above) * (3.4 - 0.35 * k))
            let hue = smoothstep(0.05, 0.65, above)
            let color = mix(V3(0.10, 0.95, 0.48), V3(0.42, 0.16, 0.85), hue)
            let pink = V3(0.85, 0.25, 0.5) * smoothstep(0.05, 0, abs(above - 0.005)) * 0.35
            light += (color + pink) * body * rays * patch * (0.85 - 0.09 * k)
        }
        for layer in 0..<3 as Range<Int32> {
            let q = p * (30 * pow(1.9, Float(layer)))
            let cell = q.rounded(.down)
            let (x, y) = (Int32(cell.x), Int32(cell.y))
            guard Noise.random(x, y, 90 + layer) > 0.86 else { continue }
            let d = q - cell - 0.2 - 0.6 * Noise.random2(x, y, 95 + layer)
            let power = Noise.random(x, y, 99 + layer)
            light += mix(V3(1, 0.85, 0.7), V3(0.75, 0.88, 1), power) * exp(-dot(d, d) * 260) * (0.25 + power * power)
        }
        return light
    }

    private static func hills(_ x: Float, height: Float, rough: Float) -> Float {
        height * Noise.fractal(V2(x, 3), octaves: 3) + rough * Noise.fractal(V2(x * 9, 8), octaves: 4)
    }

    /// Positive inside the silhouette of spruces.
    private static func forest(_ p: V2) -> Float {
        var inside = shore + 0.05 + 0.05 * Noise.fractal(V2(p.x * 2 + 1, 5), octaves: 3) - p.y
        for layer in 0..<3 as Range<Int32> {
            let spacing: Float = 0.048 + 0.02 * Float(layer)
            let column = (p.x / spacing).rounded(.down)
            for i in -1...1 as ClosedRange<Int32> {
                let k = Int32(column) + i
                let grove = Noise.value(V2(Float(k) * spacing * 2.2, 40 + Float(layer)))
                let tall = (0.06 + 0.30 * grove * grove) * (0.55 + 0.6 * Noise.random(k, layer, 70))
                let middle = (Float(k) + 0.2 + 0.6 * Noise.random(k, layer, 71)) * spacing
                let v = (p.y - shore - 0.01) / tall
                guard v > 0 && v < 1 else { continue }
                // Branches: teeth that grow wider downwards.
                let tooth = 0.55 + 0.45 * fract(v * (9 + 16 * tall) + Noise.random(k, layer, 72))
                let half = tall * 0.19 * (1 - v) * tooth * (0.8 + 0.4 * Noise.value(V2(p.x * 160, p.y * 160)))
                inside = max(inside, half + 0.0012 - abs(p.x - middle))
            }
        }
        return inside
    }
}
