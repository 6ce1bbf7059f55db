import AlcedoBase
import CVipsShims
import Foundation

/// The file of a source as a file to publish: cleaned of everything but its picture, no pixel encoded again.
///
/// A picture that is encoded once more in its own size and format gets worse, and often larger. Where its pixels are
/// what a request asks for, the smaller of the two files is published.
struct OriginalFile {
    private let data: Data
    private let format: OutputFormat
    private let facts: ImageFacts
    private let isSRGB: Bool
    private let hasKeptColors: Bool
    private let hasProfile: Bool

    /// Looks at the header.
    ///
    /// - Parameters:
    ///   - data: The source.
    ///   - facts: All that is known of it after decoding.
    /// - Returns: `nil` for a source that is never published as it is: of a type that is not written, cut off, to be
    ///   turned, or HDR.
    /// - Throws: ``ImagingError``.
    init?(_ data: Data, _ reader: SourceReader, _ facts: ImageFacts) throws {
        guard let format = OutputFormat(facts.type), facts.orientation == 1,
            !FileEnd.isMissing(facts.type, reader.bytes)
        else { return nil }
        var isToneMapped = false
        // libvips 8.14 shows the first frame of one that has more.
        if format == .jxl, facts.frames == 1, JXLHeader(ByteView(reader.bytes))?.isAnimated ?? true {
            return nil
        }
        let header = try reader.open(frames: 1) { _ in isToneMapped = true }.withFittingProfile { _ in }
        if isToneMapped { return nil }
        self.data = data
        self.format = format
        self.facts = facts
        // Every browser that shows these shows more than 8 bits, too; a PNG or JPEG would only be larger with them.
        let isShown = header.isEightBitDisplay || header.isDisplay && (format == .avif || format == .jxl)
        // Without its profile an AVIF is as its code points say.
        isSRGB = isShown && header.hasNumbersOfSRGB && reader.colors.isCodedAsSRGB
        // What an encoder of the format writes without changing it.
        hasKeptColors =
            switch format {
            case .png, .avif, .jxl: header.isDisplay
            case .jpeg: header.isDisplay || header.isCMYK
            default: header.isEightBitDisplay
            }
        hasProfile = header.info.has_profile != 0
    }

    /// The file for an output; `nil` where the request changes the picture, or the output is to be otherwise than the
    /// source is.
    ///
    /// Settings that say how much may be lost (`quality`, `chroma`, `near-lossless`) never speak against a file that
    /// has lost nothing more.
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
            let file = try cleaned(keepsColors && hasProfile ? .colorProfile : [], options)
            if let file { try EncodedCheck(format: format, size: size, frames: facts.frames).check(file) }
            return file
        } catch {
            // A container with faults that decoders forgive is not passed on.
            return nil
        }
    }

    private func cleaned(_ parts: ContainerParts, _ options: EncoderOptions) throws -> Data? {
        switch format {
        case .jpeg:
            let file = try ContainerJPEG(data)
            guard file.isCommon, file.isProgressive || !options.progressive else { return nil }
            return file.encoded(keeping: parts)
        case .png:
            let file = try ContainerPNG(data)
            guard file.isStill, options.colors.map(file.hasAtMost) ?? true else { return nil }
            return file.encoded(keeping: parts)
        case .webp: return try ContainerWebP(data).encoded(keeping: parts)
        case .gif:
            // No frame has more than 256.
            guard options.colors ?? 256 == 256 else { return nil }
            return try ContainerGIF.cleaned(data, keeping: parts)
        case .avif: return try ISOMediaPicture(data).encoded(keeping: parts)
        case .jxl: return try ContainerJXL.cleaned(data)
        }
    }
}
