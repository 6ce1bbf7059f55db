import Alcedo
import AlcedoImaging
import Foundation

/// A step of its own: squares of one colour, each the mean of what it covers.
struct Mosaic: ImageProcessor {
    /// The side of a square in CSS pixels.
    var side: Int

    // Part of the key of the cache: every parameter belongs into it.
    var identifier: String { "org.example.mosaic?side=\(side)" }

    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let image = try image.toSRGB()
        let side = max(1, Int((Double(side) * context.density).rounded()))
        let (width, height, bands) = (image.size.width, image.size.height * image.frames, image.bands)
        var pixels = [UInt8](try image.pixels())
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                let (rows, columns) = (top..<min(top + side, height), left..<min(left + side, width))
                for band in 0..<bands {
                    var sum = 0
                    for y in rows { for x in columns { sum += Int(pixels[(y * width + x) * bands + band]) } }
                    let mean = UInt8(sum / (rows.count * columns.count))
                    for y in rows { for x in columns { pixels[(y * width + x) * bands + band] = mean } }
                }
            }
        }
        return try PixelImage(
            pixels: Data(pixels), size: PixelSize(width: width, height: height),
            layout: bands == 4 ? .rgba8 : .rgb8)
    }
}
