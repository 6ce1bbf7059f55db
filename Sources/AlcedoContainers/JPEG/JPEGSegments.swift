import AlcedoBase
import AlcedoRecipes

/// The marker segments of a JPEG in order, found as libjpeg finds them: stray bytes between segments are skipped, and so is coded
/// data (ITU-T T.81, B.1.1).
///
/// The file is cut off if it ends before its end of image, and damaged if a length is invalid; what follows the end of image is
/// harmless.
package struct JPEGSegments: Sequence, IteratorProtocol {
    /// A marker and the data after its length.
    package struct Segment {
        package var marker: UInt8
        var body: Range<Int>
    }

    /// Why there is no further segment.
    enum Ending { case complete, cut, damaged }

    let bytes: UnsafeRawBufferPointer
    /// Offset at which the search continues; after a start of scan, the beginning of its coded data.
    package var at = 2
    private(set) var ending: Ending?

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Returns the next segment; `nil` if the bytes or the picture end, or a length is invalid.
    package mutating func next() -> Segment? {
        guard ending == nil else { return nil }
        while let found = Self.marker(in: bytes, from: at) {
            at = found.end
            switch found.code {
            case 0xD9:
                ending = .complete
                return nil
            // Markers without a length.
            case 0x01, 0xD0...0xD8: continue
            default: break
            }
            guard at + 2 <= bytes.count else { break }
            let length = Int(bytes[at]) << 8 | Int(bytes[at + 1])
            guard length >= 2 else {
                ending = .damaged
                return nil
            }
            guard at + length <= bytes.count else { break }
            defer { at += length }
            return Segment(marker: found.code, body: at + 2..<at + length)
        }
        ending = .cut
        return nil
    }

    /// Returns the first marker from `start` on, whatever precedes it, and its end.
    static func marker(in bytes: UnsafeRawBufferPointer, from start: Int) -> (code: UInt8, end: Int)? {
        guard let base = bytes.baseAddress else { return nil }
        var at = start
        while at + 1 < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - 1 - at) {
            at = UnsafeRawPointer(found) - base + 1
            if bytes[at] != 0, bytes[at] != 0xFF { return (bytes[at], at + 1) }
        }
        return nil
    }

    /// Whether the file ends before its picture does.
    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(bytes)
        while segments.next() != nil {}
        return segments.ending == .cut
    }

    /// The TIFF structure of the first Exif block before the pixels (CIPA DC-008, 4.7.2).
    static func exif(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        for segment in JPEGSegments(bytes).prefix(while: { $0.marker != 0xDA }) where segment.marker == 0xE1 {
            let body = UnsafeRawBufferPointer(rebasing: bytes[segment.body])
            if body.starts(with: ExifBlock.prefix) {
                return UnsafeRawBufferPointer(rebasing: body.dropFirst(ExifBlock.prefix.count))
            }
        }
        return nil
    }

    /// The orientation that the Exif block states (CIPA DC-008, 4.6.4), or 1.
    static func orientation(in bytes: UnsafeRawBufferPointer) -> Int {
        let number = exif(in: bytes).flatMap { TIFFDirectory($0) }?.numbers(Int(ExifTagNumber.orientation))
            .first
        return number.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    }
}
