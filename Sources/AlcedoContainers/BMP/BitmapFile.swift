import AlcedoBase
package import AlcedoRecipes

/// A bitmap of Windows (BMP, as in Microsoft's documentation of `BITMAPV5HEADER`) or OS/2, which libvips reads only
/// through ImageMagick: its header, and its pixels as a TIFF.
///
/// Pixels that run lengths skip have the first colour of the palette; browsers show nothing there.
package struct BitmapFile {
    package let size: PixelSize
    package let hasAlpha: Bool
    private let bytes: UnsafeRawBufferPointer
    private let isTopDown: Bool
    private let depth: Int
    private let compression: Int
    private let start: Int
    private let palette: [[UInt8]]
    // Of red, green, blue and alpha; empty for pixels in their usual order.
    private var masks: [UInt32] = []

    /// As in files of Windows. In those of OS/2, 4 stands for runs of 24 bits, and 3 for Huffman codes.
    private enum Compression {
        static let (none, rle8, rle4, masks, masksWithAlpha, rle24) = (0, 1, 2, 3, 6, -4)
    }

    /// Reads the header.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` for a header that is damaged, or of a kind that is not supported.
    package init(_ bytes: UnsafeRawBufferPointer) throws {
        func number(_ at: Int, _ count: Int) -> Int {
            guard at + count <= bytes.count else { return 0 }
            return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let length = number(14, 4)
        let isCore = length == 12
        // OS/2's second header may end after any field from the depth on.
        let isOS2 = 16...64 ~= length && ![40, 52, 56].contains(length)
        guard isCore || isOS2 || [40, 52, 56, 108, 124].contains(length) else {
            throw Self.unsupported("a BMP with a header of \(length) bytes")
        }
        func field(_ at: Int, _ count: Int) -> Int { at + count <= 14 + length ? number(at, count) : 0 }
        let width = isCore ? number(18, 2) : Int(Int32(truncatingIfNeeded: number(18, 4)))
        let height = isCore ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
        depth = number(isCore ? 24 : 28, 2)
        let coding = field(30, 4)
        compression = isOS2 && coding == 4 ? Compression.rle24 : coding
        guard width > 0, height != 0, width < 1 << 24, abs(height) < 1 << 24, bytes.count > 14 + length else {
            throw ImagingError.decode(reason: "the BMP data is damaged (its header has no size)")
        }
        self.bytes = bytes
        (size, isTopDown) = (PixelSize(width: width, height: abs(height)), height < 0)
        start = number(10, 4)
        switch (compression, depth) {
        case (Compression.none, 32) where length >= 108 && number(66, 4) != 0:
            masks = [0xFF_0000, 0xFF00, 0xFF, UInt32(truncatingIfNeeded: number(66, 4))]
        case (Compression.none, 1), (Compression.none, 2), (Compression.none, 4), (Compression.none, 8),
            (Compression.none, 16), (Compression.none, 24), (Compression.none, 32), (Compression.rle8, 8),
            (Compression.rle4, 4), (Compression.rle24, 24):
            break
        case (3, 1) where isOS2: throw Self.unsupported("an OS/2 bitmap (BMP) with Huffman codes")
        case (Compression.masks, 16) where !isOS2, (Compression.masks, 32) where !isOS2,
            (Compression.masksWithAlpha, 16), (Compression.masksWithAlpha, 32):
            let count = length >= 56 || compression == Compression.masksWithAlpha ? 4 : 3
            masks = (0..<count).map { UInt32(truncatingIfNeeded: number(54 + 4 * $0, 4)) }
        case (4, _) where !isOS2, (5, _) where !isOS2:
            throw Self.unsupported("a BMP with a \(compression == 4 ? "JPEG" : "PNG") in it")
        default: throw Self.unsupported("a BMP of \(depth) bits with compression \(coding)")
        }
        hasAlpha = masks.count == 4 && masks[3] != 0
        let first = 14 + length + (length == 40 ? masks.count * 4 : 0)
        let each = isCore ? 3 : 4
        let used = field(46, 4)
        let colors = depth > 8 ? 0 : used == 0 ? 1 << depth : min(used, 1 << depth)
        palette = (0..<colors).map { index in
            let at = first + each * index
            guard at + 3 <= bytes.count else { return [0, 0, 0] }
            return [bytes[at + 2], bytes[at + 1], bytes[at]]
        }
    }

    private static func unsupported(_ kind: String) -> ImagingError {
        .decode(.unsupported, reason: UnsupportedKind.sentence(kind, "save it with 24 bits, or as PNG"))
    }

    /// Returns the picture as an uncompressed TIFF (TIFF 6.0, section 6).
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` for a file that lacks rows, unless that is allowed.
    package func tiff(_ truncation: TruncationPolicy) throws -> [UInt8] {
        let samples = hasAlpha ? 4 : 3
        let depths = 10 + 12 * 10 + 4
        let head = depths + 8
        let count = size.width * size.height * samples
        let entries = [
            (256, 4, size.width), (257, 4, size.height), (258, 3, depths), (259, 3, 1), (262, 3, 2),
            (273, 4, head), (277, 3, samples), (278, 4, size.height), (279, 4, count), (338, 3, 2),
        ].dropLast(hasAlpha ? 0 : 1)
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(entries.count, 2)
        for (tag, type, value) in entries {
            file += little(tag, 2) + little(type, 2) + little(tag == 258 ? samples : 1, 4) + little(value, 4)
        }
        file += [UInt8](repeating: 0, count: depths - file.count)
        for _ in 0..<4 { file += [8, 0] }
        file.reserveCapacity(head + count)
        let isWhole =
            [Compression.rle8, Compression.rle4, Compression.rle24].contains(compression)
            ? appendRuns(&file) : appendRows(&file, samples)
        guard isWhole || truncation == .allow else {
            throw ImagingError.decode(.truncated, reason: DecodeReason.truncated)
        }
        return file
    }

    /// - Returns: Whether all rows are there.
    private func appendRows(_ file: inout [UInt8], _ samples: Int) -> Bool {
        let stride = (size.width * depth + 31) / 32 * 4
        for y in 0..<size.height {
            let row = start + stride * (isTopDown ? y : size.height - 1 - y)
            guard row >= 0, row + stride <= bytes.count else {
                file += [UInt8](repeating: 0, count: size.width * samples)
                continue
            }
            for x in 0..<size.width { append(x, row, &file) }
        }
        return start + stride * size.height <= bytes.count
    }

    private func append(_ x: Int, _ row: Int, _ file: inout [UInt8]) {
        switch depth {
        case 24,
            32 where masks.isEmpty:
            let at = row + x * depth / 8
            file.append(bytes[at + 2])
            file.append(bytes[at + 1])
            file.append(bytes[at])
        case 16, 32:
            let at = row + x * depth / 8
            var value = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
            if depth == 32 { value |= UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24 }
            let masks = masks.isEmpty ? [0x7C00, 0x3E0, 0x1F] : masks
            for mask in masks.prefix(hasAlpha ? 4 : 3) { file.append(Self.sample(value, mask)) }
        default:
            let bit = x * depth
            let shift = 8 - depth - bit % 8
            append(Int(bytes[row + bit / 8]) >> shift & (1 << depth - 1), &file)
        }
    }

    private func append(_ index: Int, _ file: inout [UInt8]) {
        file += palette.indices.contains(index) ? palette[index] : [0, 0, 0]
    }

    /// The bits under a mask, scaled to 8.
    private static func sample(_ value: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = mask.trailingZeroBitCount
        let (part, most) = (UInt64(value & mask) >> shift, UInt64(mask) >> shift)
        return UInt8((part * 255 + most / 2) / most)
    }

    /// Runs of equal pixels, and copied ones, from the bottom up.
    ///
    /// - Returns: Whether the end of the picture is there.
    private func appendRuns(_ file: inout [UInt8]) -> Bool {
        let head = file.count
        for _ in 0..<size.width * size.height { append(0, &file) }
        var (x, y, at) = (0, size.height - 1, max(start, 14))
        /// Bytes for `count` pixels.
        func length(_ count: Int) -> Int { (count * depth + 7) / 8 }
        /// Writes pixels from here on: one for all, or each its own. Those beyond the end of the row are dropped.
        func put(_ count: Int, isRun: Bool) {
            for index in 0..<max(0, min(count, size.width - x)) {
                let place = head + 3 * (y * size.width + x + index)
                if depth == 24 {
                    let from = at + (isRun ? 0 : 3 * index)
                    for band in 0..<3 { file[place + band] = bytes[from + 2 - band] }
                } else {
                    let byte = bytes[at + (isRun ? 0 : index * depth / 8)]
                    let value = Int(depth == 8 ? byte : index % 2 == 0 ? byte >> 4 : byte & 15)
                    let isKnown = palette.indices.contains(value)
                    for band in 0..<3 { file[place + band] = isKnown ? palette[value][band] : 0 }
                }
            }
            x += count
        }
        var isWhole = false
        while at + 2 <= bytes.count, !isWhole, y >= 0 {
            let (count, kind) = (Int(bytes[at]), Int(bytes[at + 1]))
            at += count == 0 ? 2 : 1
            switch (count, kind) {
            case (0, 0): (x, y) = (0, y - 1)
            case (0, 1): isWhole = true
            case (0, 2):
                guard at + 2 <= bytes.count else { break }
                (x, y) = (x + Int(bytes[at]), y - Int(bytes[at + 1]))
                at += 2
            case (0, _):
                guard at + length(kind) <= bytes.count else { break }
                put(kind, isRun: false)
                at += (length(kind) + 1) / 2 * 2
            default:
                guard at + depth / 8 <= bytes.count else { break }
                put(count, isRun: true)
                at += max(1, depth / 8)
            }
        }
        return isWhole || y <= 0
    }
}
