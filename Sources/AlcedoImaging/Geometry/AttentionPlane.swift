import AlcedoContainers
import AlcedoRecipes

/// One feature of each pixel, in fixed point.
struct AttentionPlane {
    /// The number that stands for 1.
    static let one: Int32 = 16

    let width: Int
    let height: Int
    private let values: [Int32]

    init(_ width: Int, _ height: Int, _ values: [Int32]) {
        self.width = width
        self.height = height
        self.values = values
    }

    private var mean: Int { values.reduce(0) { $0 &+ Int($1) } / max(1, values.count) }

    /// Returns how far each value exceeds the mean.
    func excessOverMean() -> AttentionPlane {
        let mean = Int32(mean)
        return AttentionPlane(width, height, values.map { max(0, $0 &- mean) })
    }

    /// Returns how far each value exceeds that of another plane.
    func excess(over other: AttentionPlane) -> AttentionPlane {
        AttentionPlane(width, height, values.indices.map { max(0, values[$0] &- other.values[$0]) })
    }

    /// Returns the product with another plane, of which no more than 60 counts, divided by 256.
    func weighted(by other: AttentionPlane) -> AttentionPlane {
        let most = 60 * Self.one
        // At most 256 · 16 · 60 · 16, which fits.
        return AttentionPlane(
            width, height, values.indices.map { (values[$0] &* min(other.values[$0], most)) >> 12 })
    }

    /// Returns the mean of each pixel's surroundings: a square that reaches as far as a part of the picture's longer side,
    /// one pixel at least, and is cut at the picture's edges.
    func averaged(part: Int) -> AttentionPlane {
        let radius = max(1, max(width, height) / part)
        let across = averagedRows(radius)
        var result = [Int32](repeating: 0, count: values.count)
        // The sums of columns move down: a row is added, and another taken away.
        var sums = [Int32](repeating: 0, count: width)
        for y in 0..<min(radius, height) {
            for x in 0..<width { sums[x] &+= across[y &* width &+ x] }
        }
        for y in 0..<height {
            let row = y * width
            if y + radius < height {
                let next = row + radius * width
                for x in 0..<width { sums[x] &+= across[next &+ x] }
            }
            if y > radius {
                let last = row - (radius + 1) * width
                for x in 0..<width { sums[x] &-= across[last &+ x] }
            }
            let scale = Self.reciprocal(min(height, y + radius + 1) - max(0, y - radius))
            for x in 0..<width { result[row &+ x] = Self.scaled(sums[x], scale) }
        }
        return AttentionPlane(width, height, result)
    }

    private func averagedRows(_ radius: Int) -> [Int32] {
        let scales = (0..<width).map { Self.reciprocal(min(width, $0 + radius + 1) - max(0, $0 - radius)) }
        // Each row between zeros, so that nothing has to be asked at its ends.
        var padded = [Int32](repeating: 0, count: width + 2 * radius + 1)
        var result = [Int32](repeating: 0, count: values.count)
        for y in 0..<height {
            let row = y * width
            for x in 0..<width { padded[radius &+ 1 &+ x] = values[row &+ x] }
            var sum: Int32 = 0
            for x in 0..<min(radius, width) { sum &+= values[row &+ x] }
            for x in 0..<width {
                sum &+= padded[x &+ 2 &* radius &+ 1] &- padded[x]
                result[row &+ x] = Self.scaled(sum, scales[x])
            }
        }
        return result
    }

    private static func reciprocal(_ count: Int) -> UInt32 { UInt32((1 << 16) / count) }

    /// Divides a sum by the number of its values: a mean is below 2¹⁵, so that this fits.
    private static func scaled(_ sum: Int32, _ reciprocal: UInt32) -> Int32 {
        Int32(bitPattern: (UInt32(bitPattern: sum) &* reciprocal) >> 16)
    }

    /// Adds the values as multiples of their mean, at most 20.
    ///
    /// - Parameter floor: Added to the mean, so that noise in an empty plane counts for nothing.
    func add(to sum: inout [Int32], weight: Int, floor: Double) {
        let scale = (weight << 16) / (mean + Int(floor * Double(Self.one)) + 1)
        let most = 20 * weight
        for index in values.indices {
            sum[index] &+= Int32(truncatingIfNeeded: min((Int(values[index]) &* scale) >> 16, most))
        }
    }
}
