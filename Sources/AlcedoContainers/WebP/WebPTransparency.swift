import AlcedoRecipes

/// Rewrites WebP animations so that libvips decodes what browsers show.
///
/// The header states whether any frame has alpha. Chromium checks the frames; libvips trusts the header, and shows
/// black where it is wrong.
package enum WebPTransparency {
    /// Returns the file with the alpha flag set; `nil` if it is set already, or no frame has alpha.
    package static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let (alpha, animation): (UInt8, UInt8) = (0x10, 0x02)
        // RIFF, its size, WEBP, VP8X, its size, and its flags (RFC 9649, section 2.7).
        guard bytes.count > 30, bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WEBPVP8X".utf8),
            bytes[20] & animation != 0, bytes[20] & alpha == 0
        else { return nil }
        var isTransparent = false
        forEachChunk(in: bytes, from: 12, to: bytes.count) { name, frame in
            // 16 bytes of position, size and duration, then the chunks of the picture.
            guard name == "ANMF", frame.count > 16 else { return }
            forEachChunk(in: bytes, from: frame.lowerBound + 16, to: frame.upperBound) { name, content in
                // A lossless picture has an alpha bit after its dimensions (section 3.4).
                let hasBit = name == "VP8L" && content.count >= 5 && bytes[content.lowerBound + 4] & 0x10 != 0
                if name == "ALPH" || hasBit { isTransparent = true }
            }
        }
        guard isTransparent else { return nil }
        var file = Array(bytes)
        file[20] |= alpha
        return file
    }

    private static func forEachChunk(
        in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int,
        _ body: (_ name: String, _ content: Range<Int>) -> Void
    ) {
        var at = start
        while at + 8 <= end {
            let count = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
            guard count <= end - at - 8 else { return }
            body(String(decoding: bytes[at..<at + 4], as: UTF8.self), at + 8..<at + 8 + count)
            at += 8 + count + count % 2
        }
    }
}
