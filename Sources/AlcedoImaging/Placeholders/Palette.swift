import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

/// The main colors of a picture.
///
/// In OKLab, the colors are split into up to 24 boxes (median cut: Paul Heckbert, *Color image quantization for frame
/// buffer display*, 1982; the box with the greatest spread is split along its longest axis, at its mean), the means of
/// the boxes are moved to where they fit best (Lloyd's algorithm, *Least squares quantization in PCM*, 1982), and
/// similar colors are merged. The result is deterministic and does not depend on the order of the pixels.
public enum Palette {
    /// Maximum number of colors.
    public static let maxColors = 6
    /// Minimum distance between two colors in OKLab; black and white are 1 apart.
    static let minDistance = 0.1
    /// Minimum share of the visible area; colors that cover less are left out.
    static let minShare = 0.005
    private static let boxes = 24
    private static let rounds = 12

    /// Returns up to six colors, largest area first.
    ///
    /// Pixels are weighted by opacity. Every pixel is read, so reduce large pictures first.
    ///
    /// - Returns: Opaque colors, or none if no pixel is visible.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when the pixels cannot be computed.
    public static func of(_ image: PixelImage) throws -> [SRGBColor] {
        of(try PlaceholderPixels(image))
    }

    static func of(_ pixels: PlaceholderPixels) -> [SRGBColor] {
        let samples = samples(of: pixels)
        let total = samples.reduce(0) { $0 + $1.weight }
        let clusters = joined(refined(cut(samples).map { Cluster($0).center }, samples))
        return clusters.filter { $0.weight >= minShare * total }.prefix(maxColors).map {
            OKLab($0.center).color
        }
    }

    private struct Sample {
        var place: SIMD3<Double>
        var weight: Double
    }

    private struct Cluster {
        var weight = 0.0
        private var sum = SIMD3<Double>.zero

        init() {}

        init(_ samples: [Sample]) {
            for sample in samples { add(sample) }
        }

        var center: SIMD3<Double> { weight > 0 ? sum / weight : .zero }

        mutating func add(_ sample: Sample) {
            weight += sample.weight
            sum += sample.place * sample.weight
        }

        mutating func add(_ other: Cluster) {
            weight += other.weight
            sum += other.sum
        }
    }

    /// Returns every color once, ordered by red, green, and blue.
    private static func samples(of pixels: PlaceholderPixels) -> [Sample] {
        var weights: [Int: Int] = [:]
        pixels.forEach { _, red, green, blue, alpha in
            if alpha > 0 { weights[Int(red) << 16 | Int(green) << 8 | Int(blue), default: 0] += Int(alpha) }
        }
        return weights.sorted { $0.key < $1.key }.map { rgb, weight in
            let color = SRGBColor(red: UInt8(rgb >> 16), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
            return Sample(place: OKLab(color).vector, weight: Double(weight))
        }
    }

    private static func cut(_ samples: [Sample]) -> [[Sample]] {
        guard !samples.isEmpty else { return [] }
        var boxes = [Box(samples)]
        while boxes.count < Self.boxes {
            let widest = boxes.indices.max { (boxes[$0].spread, $1) < (boxes[$1].spread, $0) } ?? 0
            let (low, high) = boxes[widest].halves
            // Every box left is a single color.
            if low.isEmpty || high.isEmpty { break }
            boxes[widest] = Box(low)
            boxes.append(Box(high))
        }
        return boxes.map(\.samples)
    }

    private struct Box {
        let samples: [Sample]
        /// The sum of squared distances from the mean along the axis where it is greatest.
        let spread: Double
        private let axis: Int
        private let mean: SIMD3<Double>

        init(_ samples: [Sample]) {
            self.samples = samples
            let mean = Cluster(samples).center
            let squares = samples.reduce(SIMD3<Double>.zero) { sum, sample in
                let difference = sample.place - mean
                return sum + difference * difference * sample.weight
            }
            let axis = (0..<3).max { (squares[$0], $1) < (squares[$1], $0) } ?? 0
            spread = samples.count > 1 ? squares[axis] : 0
            self.axis = axis
            self.mean = mean
        }

        var halves: (low: [Sample], high: [Sample]) {
            guard spread > 0 else { return (samples, []) }
            return (
                samples.filter { $0.place[axis] < mean[axis] },
                samples.filter { $0.place[axis] >= mean[axis] }
            )
        }
    }

    /// Moves the centers to the means of the samples nearest to each, until they stay.
    private static func refined(_ start: [SIMD3<Double>], _ samples: [Sample]) -> [Cluster] {
        var centers = start
        var clusters: [Cluster] = []
        for _ in 0..<rounds {
            clusters = [Cluster](repeating: Cluster(), count: centers.count)
            for sample in samples { clusters[nearest(sample.place, centers)].add(sample) }
            clusters.removeAll { $0.weight == 0 }
            let moved = clusters.map(\.center)
            if moved == centers { break }
            centers = moved
        }
        return clusters
    }

    private static func nearest(_ place: SIMD3<Double>, _ centers: [SIMD3<Double>]) -> Int {
        var best = (index: 0, distance: Double.infinity)
        for (index, center) in centers.enumerated() {
            let difference = place - center
            let distance = (difference * difference).sum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    /// Merges the closest two clusters as long as they look alike. The heaviest come first in the result.
    private static func joined(_ clusters: [Cluster]) -> [Cluster] {
        var clusters = clusters
        while let (first, second) = closest(clusters) {
            clusters[first].add(clusters.remove(at: second))
        }
        return clusters.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        .map(\.element)
    }

    private static func closest(_ clusters: [Cluster]) -> (Int, Int)? {
        var best = (pair: (0, 0), distance: minDistance)
        for second in clusters.indices {
            for first in 0..<second {
                let distance = OKLab(clusters[first].center).distance(to: OKLab(clusters[second].center))
                if distance < best.distance { best = ((first, second), distance) }
            }
        }
        return best.distance < minDistance ? best.pair : nil
    }
}

extension ImagePlaceholders {
    /// The main colors, largest area first; empty if nothing is visible.
    public var palette: [SRGBColor]? {
        get { self[.palette]?.colors }
        set { self[.palette] = newValue.map(ImagePlaceholders.Value.colors) }
    }
}
