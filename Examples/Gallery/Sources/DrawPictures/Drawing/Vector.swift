import Foundation

/// A point of the plane, or a pair of numbers.
typealias V2 = SIMD2<Float>
/// A point of space, or a colour in linear light.
typealias V3 = SIMD3<Float>

@inline(__always) func dot(_ a: V2, _ b: V2) -> Float { (a * b).sum() }
@inline(__always) func dot(_ a: V3, _ b: V3) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
@inline(__always) func length(_ a: V2) -> Float { dot(a, a).squareRoot() }
@inline(__always) func length(_ a: V3) -> Float { dot(a, a).squareRoot() }
@inline(__always) func normalize(_ a: V2) -> V2 { a / length(a) }
@inline(__always) func normalize(_ a: V3) -> V3 { a / length(a) }
@inline(__always) func reflect(_ d: V3, _ n: V3) -> V3 { d - 2 * dot(d, n) * n }

@inline(__always) func cross(_ a: V3, _ b: V3) -> V3 {
    V3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

@inline(__always) func clamp(_ x: Float, _ low: Float = 0, _ high: Float = 1) -> Float { min(max(x, low), high) }
@inline(__always) func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
@inline(__always) func mix(_ a: V2, _ b: V2, _ t: Float) -> V2 { a + (b - a) * t }
@inline(__always) func mix(_ a: V3, _ b: V3, _ t: Float) -> V3 { a + (b - a) * t }
@inline(__always) func fract(_ x: Float) -> Float { x - x.rounded(.down) }

/// 0 below `low`, 1 above `high`, with soft ends between. `low` may be the greater one.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = clamp((x - low) / (high - low))
    return t * t * (3 - 2 * t)
}

/// Turned by an angle in radians, counter-clockwise.
@inline(__always) func rotate(_ p: V2, _ angle: Float) -> V2 {
    let (c, s) = (cos(angle), sin(angle))
    return V2(c * p.x - s * p.y, s * p.x + c * p.y)
}

/// A colour as web pages write it (`0x2b5f8a`), in linear light.
func rgb(_ hex: UInt32) -> V3 {
    func linear(_ byte: UInt32) -> Float {
        let v = Float(byte & 255) / 255
        return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    return V3(linear(hex >> 16), linear(hex >> 8), linear(hex))
}
