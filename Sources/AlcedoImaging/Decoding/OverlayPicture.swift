import AlcedoBase

/// An encoded picture that is drawn over others.
struct OverlayPicture {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    /// Returns the first frame in sRGB, upright and in memory.
    ///
    /// - Parameters:
    ///   - width: The width to scale to; `nil` for one CSS pixel per pixel of the picture.
    ///   - size: The size of the picture below.
    ///   - density: Device pixels per CSS pixel.
    /// - Throws: ``ImagingError/process(step:reason:)``.
    func image(width: ImageLength?, in size: PixelSize, density: Double) throws -> PixelImage {
        do {
            return try data.withUnsafeBytes { bytes in
                let reader = try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail)
                let facts = try reader.facts(limits: ImageLimits())
                let own = PixelSize(width: facts.width, height: facts.height)
                let length = width ?? .pixels(Double(own.width))
                let target = own.scaled(toWidth: length.devicePixels(of: size.width, density: density))
                try ImageLimits().check(target, frames: 1)
                if facts.type.isDrawing {
                    return try reader.draw(facts, to: target).toSRGB().rendered().resized(to: target)
                        .rendered()
                }
                let decoding = Decoding(reader: reader)
                let image = try decoding.rendered(decoding.watched(reader.open(frames: 1)).toSRGB())
                try decoding.checkWholeness()
                return try image.oriented(facts.orientation).rendered().resized(to: target).rendered()
            }
        } catch ImagingError.decode(_, let reason) {
            throw ImagingError.process(step: "blend", reason: "the overlay picture: \(reason)")
        }
    }
}
