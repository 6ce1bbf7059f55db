import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// How much of an arithmetic-coded JPEG its data covers.
///
/// Arithmetic decoding never runs out of codes: missing data counts as zeros, and libjpeg reports nothing (ITU-T T.81,
/// D.2.6). The file is therefore decoded again with other bytes appended; rows that change have no data of their own.
enum ArithmeticJPEG {
    /// - Returns: The number of missing pixel rows, to a multiple of eight, and of all rows; `nil` for other JPEGs.
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    static func missingRows(_ reader: SourceReader) throws -> (missing: Int, of: Int)? {
        guard reader.type == .jpeg, let frame = JPEGFrame(reader.bytes), [0xC9, 0xCA].contains(frame.marker)
        else {
            return nil
        }
        let before = try rows(reader.bytes, reader)
        guard let longer = continued(reader.bytes) else { return nil }
        let after = try longer.withUnsafeBytes { try rows($0, reader) }
        guard before.count == after.count else { return (0, frame.height) }
        let first = before.indices.first { row in
            var changed = 0
            for (one, other) in zip(before[row], after[row]) where one != other { changed += 1 }
            return changed * 4 > before[row].count
        }
        return (first.map { frame.height - $0 * 8 } ?? 0, frame.height)
    }

    /// Returns the rows of the picture at an eighth of its size.
    private static func rows(_ bytes: UnsafeRawBufferPointer, _ reader: SourceReader) throws -> [Data] {
        let image = try reader.load(bytes, shrink: 8, frames: 1).rendered()
        let pixels = try image.pixels()
        let length = image.size.width * image.bands
        return stride(from: 0, to: pixels.count, by: length).map {
            pixels[$0..<min($0 + length, pixels.count)]
        }
    }

    /// libjpeg writes about ten.
    private static let maxScans = 1000

    /// Returns the file with more data at the end of each scan: zeros, which encoders omit there, and then other bytes.
    ///
    /// - Returns: `nil` for more scans than any real picture has.
    private static func continued(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var more = [UInt8](repeating: 0, count: 16)
        for index in 0..<4096 { more.append(UInt8(index * 167 & 0x7F)) }
        var file: [UInt8] = []
        var copied = 0
        var scans = 0
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            guard segment.marker == 0xDA else { continue }
            scans += 1
            guard scans <= maxScans else { return nil }
            segments.at = JPEGScan.end(in: bytes, from: segments.at) ?? bytes.count
            file += bytes[copied..<segments.at]
            file += more
            copied = segments.at
        }
        return file + bytes[copied...]
    }
}
