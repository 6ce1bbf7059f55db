import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// A source file to be published as is: cleaned of everything but its picture, without encoding any pixel again.
///
/// Encoding a picture again at its own size and in its own format lowers its quality, and often enlarges the file. If
/// a request does not change the pixels, the smaller of the two files is published.
struct OriginalFile {
    private let data: Data
    private let format: OutputFormat
    private let facts: ImageFacts
    private let isSRGB: Bool
    private let hasKeptColors: Bool
    private let hasProfile: Bool

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - data: The source file.
    ///   - facts: Facts of the source after decoding.
    /// - Returns: `nil` for a source that is never published as is: of a type that is not written, truncated, not
    ///   upright, or HDR.
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    init?(_ data: Data, _ reader: SourceReader, _ facts: ImageFacts) throws {
        guard let format = OutputFormat(facts.type), facts.orientation == 1,
            !FileEnd.isMissing(facts.type, reader.bytes)
        else { return nil }
        var isToneMapped = false
        let header = try reader.open(frames: 1) { _ in isToneMapped = true }.withFittingProfile { _ in }
        if isToneMapped { return nil }
        self.data = data
        self.format = format
        self.facts = facts
        // Every browser that shows these also shows more than 8 bits; a PNG or JPEG would only be larger with them.
        let isShown = header.isEightBitDisplay || header.isDisplay && format.traits.showsDepth
        // Without a profile, the code points of an AVIF determine its colors.
        isSRGB = isShown && header.hasNumbersOfSRGB && reader.colors.isCodedAsSRGB
        // Colors that an encoder of the format writes unchanged.
        hasKeptColors =
            header.isEightBitDisplay
            || header.isDisplay && (format.traits.showsDepth || format.traits.holds16Bits)
            || header.isCMYK && format.traits.holdsCMYK
        hasProfile = header.info.has_profile != 0
    }

    /// Returns the file for an output; `nil` if the request changes the picture, or the output has to differ from the
    /// source.
    ///
    /// Settings for the permitted loss (`quality`, `chroma`, `near-lossless`) never rule out a file without further
    /// loss.
    func file(
        for request: ImageRequest, _ layout: ResizeLayout, _ output: ImagePlan.Output
    ) -> Data? {
        let size = facts.displayedSize
        let isWhole =
            layout.scaled == size && layout.kept == size && layout.canvas == size && !layout.isPadded
        guard output.id.format == format, isWhole, request.processors.isEmpty,
            request.background == nil || facts.isOpaque == true,
            request.animation == .keep || facts.frames == 1
        else { return nil }
        let keepsColors = request.color == .keep && !output.encoding.minimal
        guard keepsColors ? hasKeptColors : isSRGB else { return nil }
        let options = output.encoding.options[format] ?? EncoderOptions()
        do {
            let file = try format.container.original(
                data, keeping: keepsColors && hasProfile ? .colorProfile : [], options)
            if let file { try EncodedCheck(format: format, size: size, frames: facts.frames).check(file) }
            return file
        } catch {
            // A container with faults that decoders tolerate is not published.
            return nil
        }
    }
}
