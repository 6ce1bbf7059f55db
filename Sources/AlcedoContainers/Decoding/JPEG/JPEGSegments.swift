import AlcedoRecipes

/// The marker segments of a JPEG in order, found as libjpeg finds them: stray bytes between segments are skipped
/// (ITU-T T.81, B.1.1).
package struct JPEGSegments {
    /// A marker and the data after its length.
    package struct Segment {
        package var marker: UInt8
        var body: Range<Int>
    }

    let bytes: UnsafeRawBufferPointer
    /// Offset at which the search continues; after a start of scan, the beginning of its coded data.
    package var at = 2

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Returns the next segment; `nil` if the bytes or the picture end, or a length is invalid.
    package mutating func next() -> Segment? {
        while let found = Self.marker(in: bytes, from: at) {
            at = found.end
            switch found.code {
            case 0xD9: return nil
            // Markers without a length.
            case 0x01, 0xD0...0xD8: continue
            default: break
            }
            guard at + 2 <= bytes.count else { return nil }
            let length = Int(bytes[at]) << 8 | Int(bytes[at + 1])
            guard length >= 2, at + length <= bytes.count else { return nil }
            defer { at += length }
            return Segment(marker: found.code, body: at + 2..<at + length)
        }
        return nil
    }

    /// Returns the first marker from `start` on, whatever precedes it, and its end.
    static func marker(in bytes: UnsafeRawBufferPointer, from start: Int) -> (code: UInt8, end: Int)? {
        var at = start
        while at + 1 < bytes.count {
            if bytes[at] == 0xFF, bytes[at + 1] != 0, bytes[at + 1] != 0xFF { return (bytes[at + 1], at + 2) }
            at += 1
        }
        return nil
    }
}
