import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// The pixels of one frame as 8-bit sRGB with straight alpha, whatever the picture's own format.
struct PlaceholderPixels {
    let width: Int
    let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top.
    let rgba: Data

    /// Reads the pixels of the first frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when they cannot be computed.
    init(_ image: PixelImage) throws {
        let frame = try image.frame(0).toSRGB().withColourBands().withAlpha()
        width = frame.size.width
        height = frame.size.height
        rgba = try frame.pixels()
    }

    var count: Int { width * height }

    /// Calls `body` for every pixel, row by row from the top.
    func forEach(_ body: (_ index: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> Void)
    {
        rgba.withUnsafeBytes { (samples: UnsafeRawBufferPointer) in
            for index in 0..<count {
                let at = index * 4
                body(index, samples[at], samples[at + 1], samples[at + 2], samples[at + 3])
            }
        }
    }
}

/// What placeholders are computed from, each read once, when a kind first needs it.
final class PlaceholderInput {
    /// The size of the full picture.
    let original: PixelSize
    private let readSamples: () throws -> PixelImage
    private let readSmall: () throws -> PixelImage
    private var knownSamples: PlaceholderPixels?
    private var knownSmall: PlaceholderPixels?

    /// - Parameters:
    ///   - samples: Returns unaveraged pixels of the picture, in any order.
    ///   - small: Returns the whole picture, small.
    init(
        original: PixelSize, samples: @escaping () throws -> PixelImage,
        small: @escaping () throws -> PixelImage
    ) {
        self.original = original
        readSamples = samples
        readSmall = small
    }

    /// Unaveraged pixels of the picture, in any order.
    func samples() throws -> PlaceholderPixels {
        if let knownSamples { return knownSamples }
        let pixels = try PlaceholderPixels(readSamples())
        knownSamples = pixels
        return pixels
    }

    /// The whole picture, small.
    func small() throws -> PlaceholderPixels {
        if let knownSmall { return knownSmall }
        let pixels = try PlaceholderPixels(readSmall())
        knownSmall = pixels
        return pixels
    }
}
