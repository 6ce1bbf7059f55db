/// Numbers that look random and are the same each time.
enum Noise {
    /// 32 well mixed bits for a lattice point.
    @inline(__always) static func bits(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> UInt32 {
        var h = UInt32(bitPattern: x) &* 0x9E37_79B1
        h = (h ^ (h >> 15)) &+ UInt32(bitPattern: y) &* 0x85EB_CA77
        h = (h ^ (h >> 13)) &* 0xC2B2_AE3D &+ UInt32(bitPattern: z) &* 0x27D4_EB2F
        h = (h ^ (h >> 16)) &* 0x7FEB_352D
        return h ^ (h >> 15)
    }

    /// 0…1 for a lattice point.
    @inline(__always) static func random(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> Float {
        Float(bits(x, y, z) >> 8) * (1 / 16_777_216)
    }

    /// Two numbers 0…1 for a lattice point.
    @inline(__always) static func random2(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> V2 {
        let h = bits(x, y, z)
        return V2(Float(h & 0xFFFF), Float(h >> 16)) * (1 / 65536)
    }

    /// Smooth noise in the plane, 0…1, a feature for each unit.
    @inline(__always) static func value(_ p: V2) -> Float {
        let floor = p.rounded(.down)
        let f = p - floor
        let u = f * f * f * (f * (f * 6 - 15) + 10)
        let (x, y) = (Int32(floor.x), Int32(floor.y))
        let bottom = mix(random(x, y), random(x &+ 1, y), u.x)
        let top = mix(random(x, y &+ 1), random(x &+ 1, y &+ 1), u.x)
        return mix(bottom, top, u.y)
    }

    /// The same with its slope: how it changes along x and y.
    @inline(__always) static func valueAndSlope(_ p: V2) -> (value: Float, slope: V2) {
        let floor = p.rounded(.down)
        let f = p - floor
        let u = f * f * f * (f * (f * 6 - 15) + 10)
        let du = 30 * f * f * (f * (f - 2) + 1)
        let (x, y) = (Int32(floor.x), Int32(floor.y))
        let a = random(x, y)
        let b = random(x &+ 1, y) - a
        let c = random(x, y &+ 1) - a
        let d = random(x &+ 1, y &+ 1) - a - b - c
        return (a + b * u.x + c * u.y + d * u.x * u.y, du * V2(b + d * u.y, c + d * u.x))
    }

    /// Smooth noise in space, 0…1.
    @inline(__always) static func value(_ p: V3) -> Float {
        let floor = p.rounded(.down)
        let f = p - floor
        let u = f * f * (3 - 2 * f)
        let (x, y, z) = (Int32(floor.x), Int32(floor.y), Int32(floor.z))
        func layer(_ z: Int32) -> Float {
            mix(
                mix(random(x, y, z), random(x &+ 1, y, z), u.x),
                mix(random(x, y &+ 1, z), random(x &+ 1, y &+ 1, z), u.x), u.y)
        }
        return mix(layer(z), layer(z &+ 1), u.z)
    }

    /// Noise over noise, each half as large and twice as fine: clouds, stone, hills. About 0…1.
    @inline(__always) static func fractal(_ p: V2, octaves: Int) -> Float {
        var (sum, amplitude, q) = (Float(0), Float(0.5), p)
        for _ in 0..<octaves {
            sum += amplitude * value(q)
            amplitude *= 0.5
            // Turned each time, so that the lattice does not show.
            q = 2.02 * V2(0.8 * q.x - 0.6 * q.y, 0.6 * q.x + 0.8 * q.y) + V2(17.1, 9.2)
        }
        return sum
    }

    /// The same in space.
    @inline(__always) static func fractal(_ p: V3, octaves: Int) -> Float {
        var (sum, amplitude, q) = (Float(0), Float(0.5), p)
        for _ in 0..<octaves {
            sum += amplitude * value(q)
            amplitude *= 0.5
            q = 2.03 * V3(0.8 * q.x - 0.6 * q.z, q.y, 0.6 * q.x + 0.8 * q.z) + V3(5.1, 13.7, 9.2)
        }
        return sum
    }

    /// The nearest of points strewn over the plane, one in each unit square.
    struct Cell {
        /// Where it is.
        var center: V2
        /// How far to the border with the next one.
        var border: Float
        /// 32 bits of its own.
        var bits: UInt32
    }

    /// The cell of a point in a Voronoi pattern.
    static func cell(_ p: V2) -> Cell {
        let floor = p.rounded(.down)
        let (x, y) = (Int32(floor.x), Int32(floor.y))
        var (best, nearest, bits) = (V2.zero, Float.infinity, UInt32(0))
        for j in -1...1 as ClosedRange<Int32> {
            for i in -1...1 as ClosedRange<Int32> {
                let point = V2(Float(x + i), Float(y + j)) + random2(x + i, y + j, 7)
                let distance = dot(point - p, point - p)
                if distance < nearest { (best, nearest, bits) = (point, distance, Noise.bits(x + i, y + j, 11)) }
            }
        }
        var border = Float.infinity
        for j in -2...2 as ClosedRange<Int32> {
            for i in -2...2 as ClosedRange<Int32> {
                let point = V2(Float(x + i), Float(y + j)) + random2(x + i, y + j, 7)
                let apart = point - best
                if dot(apart, apart) > 1e-5 {
                    border = min(border, dot(0.5 * (best + point) - p, normalize(apart)))
                }
            }
        }
        return Cell(center: best, border: border, bits: bits)
    }
}
