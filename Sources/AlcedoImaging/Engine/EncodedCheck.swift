import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// Reopens an encoded file before it is delivered: when memory is short, encoders have been seen to report success
/// for incomplete files.
struct EncodedCheck {
    let format: OutputFormat
    /// The size of one frame.
    let size: PixelSize
    let frames: Int
    /// The size in the header, if that is another.
    var headerSize: PixelSize?

    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` if the file is not the one requested.
    func check(_ data: Data) throws {
        if case .custom = format {
            // No decoder here reads it.
            if data.isEmpty { throw broken("it is empty") }
            return
        }
        let type = ImageType.sniff(data)
        guard type?.rawValue == format.rawValue else { throw broken("its beginning is wrong") }
        if ImageFacts.isEndMissing(in: data) { throw broken("its end is missing") }
        do { try format.container.check(data) } catch { throw broken(error.reason) }
        let found: ImageFacts
        do {
            found = try data.withUnsafeBytes { bytes in
                let reader = try SourceReader(bytes: bytes, type: type, truncation: .fail)
                let decoding = Decoding(reader: reader)
                return try withExtendedLifetime(decoding) {
                    try reader.facts(limits: ImageLimits(pixels: .max, frames: .max))
                }
            }
        } catch ImagingError.decode(_, let reason) {
            throw broken(reason)
        }
        guard found.displayedSize == size else {
            throw broken(
                "it has \(found.width)x\(found.height) pixels instead of \(size.width)x\(size.height)")
        }
        // Readers that do not decode go by the header, as the cache does. libvips has a size of its own for a GIF whose screen is
        // not that of its frames.
        let header = headerSize ?? size
        guard EncodedShape(format: format, size: header).fits(data, isExact: headerSize == nil) else {
            throw broken("its header does not have \(header.width)x\(header.height) pixels")
        }
        guard found.frames == frames || mayMerge && found.frames < frames else {
            throw broken("it has \(found.frames) frames instead of \(frames)")
        }
    }

    /// Whether the encoder merges equal frames.
    private var mayMerge: Bool { format == .webp || format == .gif }

    private func broken(_ reason: String) -> ImagingError {
        .encode(
            .broken, format: format,
            reason: "the encoder wrote a broken file (\(reason)); memory may be short: build again")
    }
}
