import AlcedoBase

/// Quick JPEGs that show how hard a picture is, before an encoder is asked that takes its time.
///
/// What JPEG makes worse, other formats make worse: of 41 photographs in three widths, offsets from the average curve vary by 0.20
/// (standard deviation), and by 0.09 from those of the JPEG, by 0.07 in AVIF. For JPEG itself, a picture of half the size does.
enum QualityDraft {
    /// Two: the second is made where the first one says that the target is.
    private static let most = 2

    /// Returns the loss of a picture beside that of an average photograph (`QualityCurve`), near a score.
    ///
    /// - Parameters:
    ///   - image: One frame.
    ///   - score: What files of the picture are scored with.
    ///   - target: The score to look near.
    ///   - format: The format that the files will have.
    /// - Returns: 0 for a picture that is too small.
    /// - Throws: ``ImagingError/process(step:reason:)``, ``ImagingError/encode(_:format:reason:)``.
    static func offset(
        of image: PixelImage, _ score: PictureScore, near target: Int, for format: OutputFormat
    ) throws -> Double {
        var (image, score) = (image, score)
        // Behind transparency is white, which `score` knows nothing of; at half the size, another one fits into the memory.
        if format == .jpeg || image.hasAlpha {
            let half = PixelSize(
                width: (image.size.width + 1) / 2, height: (image.size.height + 1) / 2)
            guard min(half.width, half.height) >= PictureScore.shortestSide else { return 0 }
            image = try image.resized(to: half).prepared(for: .jpeg).rendered()
            score = try PictureScore(image)
        }
        let goal = QualityCurve.loss(of: Double(target))
        var offset = 0.0
        var before: Int?
        for _ in 0..<most {
            let quality = Swift.max(QualityCurve.jpeg.quality(for: goal - offset), 5)
            if quality == before { break }
            // The colors do not depend on the effort.
            let data = try image.encoded(as: .jpeg, quality: .lossy(quality), effort: 0)
            offset = QualityCurve.loss(of: try score.score(data, .jpeg)) - QualityCurve.jpeg[quality]
            before = quality
        }
        return offset
    }
}
