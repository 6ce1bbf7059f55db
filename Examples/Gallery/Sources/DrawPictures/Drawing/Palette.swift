/// Colours along a line from 0 to 1, blended in linear light.
struct Palette {
    private let table: [V3]

    /// Takes colours with their places, in order.
    init(_ stops: [(at: Float, color: UInt32)]) {
        let colors = stops.map { rgb($0.color) }
        table = (0...1023).map { i in
            let t = Float(i) / 1023
            guard let next = stops.firstIndex(where: { $0.at >= t }) else { return colors[colors.count - 1] }
            guard next > 0 else { return colors[0] }
            let part = (t - stops[next - 1].at) / (stops[next].at - stops[next - 1].at)
            return mix(colors[next - 1], colors[next], smoothstep(0, 1, part))
        }
    }

    /// The colour at a place; the ends go on.
    @inline(__always) func callAsFunction(_ t: Float) -> V3 {
        table.withUnsafeBufferPointer { $0[Int(clamp(t) * 1023 + 0.5)] }
    }
}
