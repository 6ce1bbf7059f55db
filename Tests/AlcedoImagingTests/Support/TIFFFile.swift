import Foundation

/// Writes uncompressed TIFF files from nothing but the TIFF 6.0 specification.
enum TIFFFile {
    /// - Parameters:
    ///   - photometric: 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK.
    ///   - pixels: Packed rows in one strip; 16-bit samples with the lower byte first.
    ///   - extra: Further tags of two-byte numbers.
    static func data(
        width: Int, height: Int, bits: Int, samples: Int, photometric: Int, pixels: [UInt8],
        extra: [UInt16: [Int]] = [:]
    ) -> Data {
        let writer = ExifBytes(isBigEndian: false)
        func shorts(_ values: [Int]) -> ExifBytes.Value {
            ExifBytes.Value(format: 3, count: values.count, bytes: values.flatMap { writer.number($0, 2) })
        }
        func file(stripAt: Int) -> Data {
            var file = writer
            file.image = [
                0x100: writer.long(width), 0x101: writer.long(height),
                0x102: shorts([Int](repeating: bits, count: samples)), 0x103: writer.short(1),
                0x106: writer.short(photometric), 0x111: writer.long(stripAt), 0x115: writer.short(samples),
                0x116: writer.long(height), 0x117: writer.long(pixels.count),
            ]
            for (tag, values) in extra { file.image[tag] = shorts(values) }
            return file.tiff
        }
        return file(stripAt: file(stripAt: 0).count) + Data(pixels)
    }
}
