import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// A picture beside which files are scored, and what quick files told of it.
final class ScoredPicture {
    /// One frame, computed.
    let image: PixelImage
    let score: PictureScore
    private var drafts: [Question: QualityDraft] = [:]

    private struct Question: Hashable {
        var target: Int
        var isJPEG: Bool
        var chroma: EncoderOptions.ChromaSubsampling
    }

    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    init(_ image: PixelImage) throws {
        self.image = image
        score = try PictureScore(image)
    }

    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``, ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    func draft(
        near target: Int, for format: OutputFormat, chroma: EncoderOptions.ChromaSubsampling
    ) throws -> QualityDraft {
        let question = Question(target: target, isJPEG: format == .jpeg, chroma: chroma)
        if let draft = drafts[question] { return draft }
        let draft = try QualityDraft(of: image, score, near: target, for: format, chroma: chroma)
        drafts[question] = draft
        return draft
    }

    fileprivate func shows(_ other: PixelImage) throws -> Bool {
        try image.size == other.size && image.bands == other.bands && image.info.space == other.info.space
            && image.info.format == other.info.format && image.hasAlpha == other.hasAlpha
            && image.blob("icc-profile-data") == other.blob("icc-profile-data")
            && image.pixels() == other.pixels()
    }
}

/// Scored pictures that the formats of one output share.
///
/// Most formats are made from the same pixels, and a third of a score is the picture that files are compared with. It is shared by
/// formats whose pixels are equal and by no others, so that what a format becomes does not depend on the others.
final class ScoredPictures {
    private var last: ScoredPicture?

    /// - Parameter image: One frame, computed.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func picture(_ image: PixelImage) throws -> ScoredPicture {
        if let last, try last.shows(image) { return last }
        // Before the next one is made: there is room for one.
        last = nil
        let picture = try ScoredPicture(image)
        last = picture
        return picture
    }
}
