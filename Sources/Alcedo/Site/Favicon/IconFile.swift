import AlcedoBase

/// A Windows icon file: several sizes of one picture, each as a PNG, which all browsers and Windows Vista and later read.
///
/// The format is that of Microsoft's ICONDIR: a header of 6 bytes, 16 bytes for each picture, and the pictures.
enum IconFile {
    /// Returns the bytes of a file.
    ///
    /// - Parameter pictures: PNGs with the length of their sides in pixels, at most 256.
    static func bytes(of pictures: [(side: Int, png: Data)]) -> Data {
        var file = Data()
        func append(_ value: Int, _ bytes: Int) {
            for place in 0..<bytes { file.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        }
        append(0, 2)
        append(1, 2)
        append(pictures.count, 2)
        var offset = 6 + 16 * pictures.count
        for (side, png) in pictures {
            // 256 is written as 0.
            append(side, 1)
            append(side, 1)
            // No palette, a reserved byte, one plane, 32 bits per pixel.
            append(0, 2)
            append(1, 2)
            append(32, 2)
            append(png.count, 4)
            append(offset, 4)
            offset += png.count
        }
        for (_, png) in pictures { file.append(png) }
        return file
    }
}
