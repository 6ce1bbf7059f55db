import AlcedoRecipes

/// Detects from a file's header whether its pixels come in several passes, all of which the decoder has to buffer.
package enum Interlacing {
    /// Whether a JPEG is progressive, by its frame marker (ITU-T T.81, table B.1).
    package static func isProgressiveJPEG(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            switch marker {
            case 0xC2, 0xC6, 0xCA, 0xCE: return true
            // Any other kind of frame, or the first scan.
            case 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xC9, 0xCB, 0xCD, 0xCF, 0xDA: return false
            case 0xFF: at += 1
            case 0x01, 0xD0...0xD8: at += 2
            default: at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            }
        }
        return false
    }

    /// Whether a PNG is interlaced (Adam7), by the last byte of its header chunk (PNG, 11.2.1).
    package static func isInterlacedPNG(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 28 && bytes[28] == 1
    }
}
