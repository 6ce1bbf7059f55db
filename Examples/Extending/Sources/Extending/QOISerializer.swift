import Alcedo
import AlcedoImaging
import Foundation

/// A format that Alcedo does not write: QOI, the Quite OK Image Format (https://qoiformat.org/qoi-specification.pdf).
struct QOISerializer: CacheSerializer {
    // Part of the cache's key: changed with every change of the bytes.
    var identifier: String { "org.example.qoi" }

    var format: OutputFormat { .custom(CustomFormat("qoi", mediaType: "image/qoi")) }

    func data(with image: PixelImage, context: SerializationContext) throws -> Data {
        let image = try image.toSRGB()
        let (pixels, bands) = ([UInt8](try image.pixels()), image.bands)
        var bytes = Array("qoif".utf8)
        for side in [image.size.width, image.size.height] {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - $0 * 8)) }
        }
        bytes += [UInt8(bands), 0]
        var seen = [[UInt8]](repeating: [0, 0, 0, 0], count: 64)
        var last: [UInt8] = [0, 0, 0, 255]
        var run = 0
        func endRun() {
            if run > 0 { bytes.append(0xC0 | UInt8(run - 1)) }
            run = 0
        }
        for start in stride(from: 0, to: pixels.count, by: bands) {
            let pixel = Array(pixels[start..<start + 3]) + [bands == 4 ? pixels[start + 3] : 255]
            if pixel == last {
                run += 1
                if run == 62 { endRun() }
                continue
            }
            endRun()
            let hash = zip(pixel, [3, 5, 7, 11]).reduce(0) { $0 + Int($1.0) * $1.1 } % 64
            if seen[hash] == pixel {
                bytes.append(UInt8(hash))
            } else {
                seen[hash] = pixel
                bytes += pixel[3] == last[3] ? [0xFE] + pixel[..<3] : [0xFF] + pixel
            }
            last = pixel
        }
        endRun()
        return Data(bytes + [0, 0, 0, 0, 0, 0, 0, 1])
    }
}
