import Foundation

/// The pixels of one frame as 8-bit sRGB with straight alpha, whatever the picture's own format.
struct PlaceholderPixels {
    let width: Int
    let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top.
    let rgba: Data

    /// Reads the pixels of the first frame.
    ///
    /// - Throws: ``ImagingError/process(step:reason:)`` when they cannot be computed.
    init(_ image: Image) throws {
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
