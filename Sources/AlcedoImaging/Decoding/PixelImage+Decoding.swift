public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension PixelImage {
    /// Decodes an encoded picture, upright and in memory, with all its frames.
    ///
    /// - Parameters:
    ///   - data: The encoded bytes, from which the type is detected.
    ///   - limits: The limits that the picture must not exceed.
    ///   - truncation: How to treat a truncated file.
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    public convenience init(
        decoding data: Data, limits: ImageLimits = ImageLimits(), truncation: TruncationPolicy = .fail
    ) throws {
        let image = try data.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: truncation)
            return try DecodingTurns.ofProcess.decode {
                let facts = try reader.facts(limits: limits)
                let decoding = Decoding(reader: reader)
                if facts.type.isDrawing {
                    return try decoding.rendered(reader.draw(facts, to: facts.displayedSize))
                }
                let image = try decoding.rendered(
                    decoding.watched(reader.open(frames: facts.frames > 1 ? -1 : 1)))
                try decoding.checkWholeness()
                return try image.oriented(facts.orientation).rendered()
            }
        }
        self.init(
            owning: image.retainedHandle(), frameHeight: image.frameHeight, delays: image.delays,
            loop: image.loop)
    }
}
