import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// An encoded picture that is drawn over others.
struct OverlayPicture {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    /// Returns the first frame in sRGB, upright and in memory.
    ///
    /// - Parameters:
    ///   - placement: Its size; without one, it has one CSS pixel per pixel of the picture.
    ///   - size: The size of the picture below.
    ///   - density: Device pixels per CSS pixel.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func image(
        _ placement: ImageProcessors.Blend.Placement, in size: PixelSize, density: Double
    ) throws -> PixelImage {
        do {
            return try data.withUnsafeBytes { bytes in
                let reader = try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail)
                let facts = try reader.facts(limits: ImageLimits())
                let own = PixelSize(width: facts.width, height: facts.height)
                let sizes = Self.sizes(placement, of: own, in: size, density: density)
                let target = sizes.scaled
                try ImageLimits().check(target, frames: 1)
                if facts.type.isDrawing {
                    return try reader.draw(facts, to: target).toSRGB().rendered().resized(to: target)
                        .rendered().cropped(to: CropRectangle(sizes.kept, in: target, anchor: .center))
                        .rendered()
                }
                let decoding = Decoding(reader: reader)
                let image = try decoding.rendered(decoding.watched(reader.open(frames: 1)).toSRGB())
                try decoding.checkWholeness()
                return try image.oriented(facts.orientation).rendered().resized(to: target).rendered()
                    .cropped(to: CropRectangle(sizes.kept, in: target, anchor: .center)).rendered()
            }
        } catch ImagingError.decode(_, let reason) {
            throw ImagingError.process(step: "blend", reason: "the overlay picture: \(reason)")
        }
    }

    /// Returns the size to which the picture is scaled, and that of the part in its middle which is kept.
    private static func sizes(
        _ placement: ImageProcessors.Blend.Placement, of own: PixelSize, in size: PixelSize, density: Double
    ) -> (scaled: PixelSize, kept: PixelSize) {
        let width = placement.width?.devicePixels(of: size.width, density: density)
        guard let height = placement.height?.devicePixels(of: size.height, density: density) else {
            let natural = ImageLength.pixels(Double(own.width)).devicePixels(of: size.width, density: density)
            let scaled = own.scaled(toWidth: width ?? natural)
            return (scaled, scaled)
        }
        let byHeight = own.scaled(toHeight: height)
        guard let width else { return (byHeight, byHeight) }
        let kept = PixelSize(width: width, height: height)
        return (byHeight.width >= width ? byHeight : own.scaled(toWidth: width), kept)
    }
}
