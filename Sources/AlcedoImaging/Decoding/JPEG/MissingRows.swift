import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Rows of a JPEG without data that ``JPEGCoverage`` does not find, counted in decoded pixels.
///
/// Arithmetic decoding never runs out of codes: missing data counts as zeros, and libjpeg reports nothing (ITU-T T.81,
/// D.2.6). The file is therefore decoded again with other bytes appended; rows that change have no data of their own.
/// Of other files, libjpeg leaves such rows in the middle grey of coefficients that are all 0.
enum MissingRows {
    /// - Parameter complained: Whether the decoder issued a warning. Grey rows are missing only if it did.
    /// - Returns: The number of missing pixel rows, to a multiple of eight, and of all rows; `nil` for other files.
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    static func count(_ reader: SourceReader, complained: Bool) throws -> (missing: Int, of: Int)? {
        guard reader.type == .jpeg, let frame = JPEGFrame(reader.bytes) else { return nil }
        let isArithmetic = [0xC9, 0xCA].contains(frame.marker)
        guard isArithmetic || complained else { return nil }
        // What the decoder says here is about a copy.
        let log = alcedo_log_use(nil)
        defer { alcedo_log_use(log) }
        let before = try rows(reader.bytes, reader)
        guard isArithmetic else {
            // Inverted CMYK is 127.
            let grey = before.reversed().prefix { $0.allSatisfy { $0 == 128 || $0 == 127 } }.count
            return (grey * 20 >= before.count ? min(grey * 8, frame.height) : 0, frame.height)
        }
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
        var hasRestarts = false
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            hasRestarts = hasRestarts || segment.marker == 0xDD
            guard segment.marker == 0xDA else { continue }
            scans += 1
            guard scans <= maxScans else { return nil }
            segments.at =
                JPEGScan.end(in: bytes, from: segments.at, hasRestarts: hasRestarts) ?? bytes.count
            file += bytes[copied..<segments.at]
            file += more
            copied = segments.at
        }
        return file + bytes[copied...]
    }
}
