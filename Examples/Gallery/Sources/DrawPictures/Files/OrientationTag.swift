import Foundation

/// The smallest EXIF segment that says how a picture is turned.
enum OrientationTag {
    /// Puts the segment where EXIF wants it: right after the start of a JPEG.
    static func add(_ orientation: Int, to jpeg: Data) -> Data {
        var data = Data(jpeg.prefix(2))
        data.append(contentsOf: segment(orientation))
        data.append(jpeg.dropFirst(2))
        return data
    }

    private static func segment(_ orientation: Int) -> [UInt8] {
        var exif: [UInt8] = Array("Exif".utf8) + [0, 0]
        // A TIFF in big-endian order; its only directory begins at byte 8.
        exif += Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        // One entry: tag 0x0112, type 3 (a number of 16 bits), one of them, left-aligned in four bytes.
        exif += [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        // No other directory.
        exif += [0, 0, 0, 0]
        // The marker APP1, and the length with itself.
        return [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    }
}
