import Foundation

/// Writes uncompressed TIFF files from nothing but the TIFF 6.0 specification.
enum TIFFFile {
    /// - Parameters:
    ///   - photometric: 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK.
    ///   - pixels: Packed rows in one strip; 16-bit samples with the lower byte first.
    ///   - isPlanar: Whether all of the first samples stand before all of the second ones.
    ///   - extra: Further tags of two-byte numbers.
    ///   - fractions: Further tags of fractions of 1.
    static func data(
        width: Int, height: Int, bits: Int, samples: Int, photometric: Int, pixels: [UInt8],
        isPlanar: Bool = false, extra: [UInt16: [Int]] = [:], fractions: [UInt16: [Int]] = [:]
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
            if isPlanar {
                let plane = pixels.count / samples
                func longs(_ values: [Int]) -> ExifBytes.Value {
                    ExifBytes.Value(
                        format: 4, count: values.count, bytes: values.flatMap { writer.number($0, 4) })
                }
                file.image[0x11C] = writer.short(2)
                file.image[0x111] = longs((0..<samples).map { stripAt + $0 * plane })
                file.image[0x117] = longs(Array(repeating: plane, count: samples))
            }
            for (tag, values) in extra { file.image[tag] = shorts(values) }
            for (tag, values) in fractions {
                let bytes = values.flatMap { writer.number($0, 4) + writer.number(1, 4) }
                file.image[tag] = ExifBytes.Value(format: 5, count: values.count, bytes: bytes)
            }
            return file.tiff
        }
        return file(stripAt: file(stripAt: 0).count) + Data(pixels)
    }
}
