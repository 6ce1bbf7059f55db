import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// What quick JPEGs tell of a picture, before an encoder is asked that takes its time.
///
/// What JPEG makes worse, other formats make worse: of 41 photographs in three widths, offsets from the average curve vary by 0.20
/// (standard deviation), and by 0.09 from those of the JPEG, by 0.07 in AVIF. For JPEG itself, a picture of half the size does.
struct QualityDraft {
    /// The loss beside that of an average photograph (`QualityCurve`), near the target.
    private(set) var offset = 0.0
    /// How fast the loss falls, beside that of an average photograph.
    private(set) var slope = 1.0

    /// How far the third draft is from the second, in qualities, away from the first.
    private static let span = 10

    /// - Parameters:
    ///   - image: One frame. One that is too small is taken for average.
    ///   - score: What files of the picture are scored with.
    ///   - target: The score to look near.
    ///   - format: The format that the files will have.
    ///   - chroma: The resolution of their colors.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``, ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    init(
        of image: PixelImage, _ score: PictureScore, near target: Int, for format: OutputFormat,
        chroma: EncoderOptions.ChromaSubsampling = .quarter
    ) throws {
        var options = EncoderOptions()
        options.chroma = chroma
        var (image, score) = (image, score)
        // Behind transparency is white, which `score` knows nothing of; at half the size, another one fits into the memory.
        if format == .jpeg || image.hasAlpha {
            let half = PixelSize(
                width: (image.size.width + 1) / 2, height: (image.size.height + 1) / 2)
            guard min(half.width, half.height) >= PictureScore.shortestSide else { return }
            image = try image.resized(to: half).prepared(for: .jpeg).rendered()
            score = try PictureScore(image)
        }
        func loss(_ quality: Int) throws -> Double {
            // The colors do not depend on the effort.
            let data = try image.encoded(as: .jpeg, quality: .lossy(quality), effort: 0, options: options)
            return QualityCurve.loss(of: try score.score(data, .jpeg))
        }
        let (curve, goal) = (QualityCurve.jpeg, QualityCurve.loss(of: Double(target)))
        let first = max(curve.quality(for: goal), 5)
        var points = [(place: curve[first], loss: try loss(first))]
        let second = max(curve.quality(for: goal - (points[0].loss - points[0].place)), 5)
        if second != first { points.append((curve[second], try loss(second))) }
        offset = points[points.count - 1].loss - points[points.count - 1].place
        let third = min(max(second + (second < first ? -Self.span : Self.span), 5), 100)
        if third != second { points.append((curve[third], try loss(third))) }
        points.sort { $0.place < $1.place }
        let (low, high) = (points[0], points[points.count - 1])
        // What is noise between two close ones is no slope.
        if high.place - low.place > 0.05 {
            slope = min(max((high.loss - low.loss) / (high.place - low.place), 0.5), 2)
        }
    }
}
