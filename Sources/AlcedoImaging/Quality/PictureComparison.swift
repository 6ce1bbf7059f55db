public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes
import CMetric

extension PictureComparison {
    /// Compares the first frames of two files, each upright and in sRGB.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError``, for files that cannot be decoded and for different sizes.
    init(
        of second: Data, with first: Data, limits: ImageLimits, drawsHeatMap: Bool, control: any JobControl
    ) throws {
        try control.begin(.open, expecting: 0)
        let (one, other) = (try Self.facts(first, "first", limits), try Self.facts(second, "second", limits))
        guard one.displayedSize == other.displayedSize else {
            throw ImagingError.process(
                step: "compare",
                reason: "the first picture has \(one.width)x\(one.height) pixels and the second "
                    + "\(other.width)x\(other.height); make them equal in size")
        }
        let (width, height) = (one.width, one.height)
        guard min(width, height) >= Int(ALCEDO_METRIC_MIN_SIDE) else {
            throw ImagingError.process(
                step: "compare",
                reason:
                    "\(width)x\(height) pixels are too few: both sides need \(ALCEDO_METRIC_MIN_SIDE) or more"
            )
        }
        let pixels = Double(width) * Double(height)
        let each = PictureScore.memory(hasAlpha: one.isOpaque != true) + (drawsHeatMap ? 16 : 0) + 40
        try control.admit(bytes: first.count + second.count + Int(min(pixels * each, 1e15)))
        try control.begin(.decode, expecting: Self.seconds(one, other))
        let original = try Self.picture(first, "first", limits)
        let picture = try Self.picture(second, "second", limits)
        try control.begin(.process, expecting: Self.seconds(one, other))
        let metric = try PictureScore(original)
        self.init(
            score: try metric.score(picture), width: width, height: height,
            heatMap: drawsHeatMap ? try Self.drawing(of: metric.map(picture), width, height) : nil)
    }

    /// What each half of the work takes, for pictures of this size.
    static func seconds(_ one: ImageFacts, _ other: ImageFacts) -> Double {
        WorkEstimate.decoding(one) + WorkEstimate.decoding(other)
            + WorkEstimate.megapixels(one.displayedSize, frames: 1) * 0.1
    }

    private static func facts(_ data: Data, _ which: String, _ limits: ImageLimits) throws -> ImageFacts {
        try naming(which) {
            try data.withUnsafeBytes { bytes in
                try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail).facts(
                    limits: limits)
            }
        }
    }

    private static func picture(_ data: Data, _ which: String, _ limits: ImageLimits) throws -> PixelImage {
        try naming(which) { try PixelImage(decoding: data, limits: limits).frame(0) }
    }

    private static func naming<Value>(_ which: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch ImagingError.decode(let code, let reason) {
            throw ImagingError.decode(code, reason: "the \(which) picture: \(reason)")
        }
    }

    // MARK: Heat map

    /// Scores and their colors, from the best to the worst.
    private static let heat: [(score: Float, color: [Float])] = [
        (90, [0, 0, 0]), (70, [86, 20, 108]), (50, [205, 45, 70]), (30, [250, 160, 40]),
        (0, [255, 255, 235]),
    ]

    private static func drawing(of scores: [Float], _ width: Int, _ height: Int) throws -> Data {
        var pixels = Data(capacity: scores.count * 3)
        for score in scores {
            for value in color(of: score) { pixels.append(UInt8(value.rounded())) }
        }
        let size = PixelSize(width: width, height: height)
        let file = try PixelImage(pixels: pixels, size: size, layout: .rgb8).encoded(as: .png)
        do throws(ContainerError) {
            var container = try ContainerPNG(file)
            container.addText(mark)
            return container.whole
        } catch {
            throw ImagingError.encode(.broken, format: .png, reason: error.reason)
        }
    }

    private static func color(of score: Float) -> [Float] {
        guard let next = heat.firstIndex(where: { $0.score < score }) else {
            return heat[heat.count - 1].color
        }
        guard next > 0 else { return heat[0].color }
        let (better, worse) = (heat[next - 1], heat[next])
        let share = (better.score - score) / (better.score - worse.score)
        return zip(better.color, worse.color).map { $0 + share * ($1 - $0) }
    }
}

extension InProcessEngine {
    /// Scores a picture beside another one on the next free thread.
    ///
    /// - Parameters:
    ///   - second: The file to score.
    ///   - first: The file that it is made from, or another version of it, of the same size.
    ///   - drawsHeatMap: Whether to draw where they differ.
    /// - Throws: ``/AlcedoRecipes/ImagingError`` for files that cannot be decoded or that differ in size; `CancellationError`.
    public func compare(
        _ second: Data, with first: Data, limits: ImageLimits = ImageLimits(), drawsHeatMap: Bool = false
    ) async throws -> PictureComparison {
        try await comparison(second, first, limits, drawsHeatMap)
    }
}
