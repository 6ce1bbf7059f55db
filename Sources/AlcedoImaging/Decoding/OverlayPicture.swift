public import AlcedoBase
public import Foundation

/// A picture that is laid on others.
public struct OverlayPicture {
    private let data: Data

    /// Takes the encoded bytes.
    public init(_ data: Data) {
        self.data = data
    }

    /// Its size, upright; found out without decoding its pixels.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    public func facts() throws -> ImageFacts {
        try data.withUnsafeBytes { bytes in
            try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail)
                .facts(limits: ImageLimits())
        }
    }

    /// The first frame in sRGB, upright and in memory.
    ///
    /// - Parameters:
    ///   - width: How wide it is to be; `nil` for as many CSS pixels as it has.
    ///   - size: The size of the picture it goes on.
    ///   - density: Device pixels per CSS pixel.
    /// - Throws: ``ImagingError/process(step:reason:)``.
    func image(width: ImageLength?, in size: PixelSize, density: Double) throws -> Image {
        do {
            return try data.withUnsafeBytes { bytes in
                let reader = try SourceReader(bytes: bytes, type: ImageType.sniff(data), truncation: .fail)
                let facts = try reader.facts(limits: ImageLimits())
                let own = PixelSize(width: facts.width, height: facts.height)
                let length = width ?? .pixels(Double(own.width))
                let target = own.scaled(toWidth: length.devicePixels(of: size.width, density: density))
                try ImageLimits().check(target, frames: 1)
                let scale = facts.type == .svg ? Double(target.width) / Double(own.width) : 1
                let image = try reader.open(scale: scale, frames: 1).toSRGB().rendered()
                    .oriented(facts.orientation).rendered()
                return try image.resized(to: target).rendered()
            }
        } catch ImagingError.decode(let reason) {
            throw ImagingError.process(step: "blend", reason: "the picture to lay on it: \(reason)")
        }
    }
}
