import AlcedoBase
package import AlcedoRecipes

/// A Windows bitmap (BMP, as in Microsoft's documentation of `BITMAPV5HEADER`, and OS/2's with the same header), which
/// libvips reads only through ImageMagick: its header, and its pixels as a TIFF.
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

    private enum Compression { static let (none, rle8, rle4, masks, masksWithAlpha) = (0, 1, 2, 3, 6) }

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
        guard isCore || [40, 52, 56, 64, 108, 124].contains(length) else {
            throw Self.unsupported("a BMP with a header of \(length) bytes")
        }
        let width = isCore ? number(18, 2) : Int(Int32(truncatingIfNeeded: number(18, 4)))
        let height = isCore ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
        (depth, compression) = (number(isCore ? 24 : 28, 2), isCore ? 0 : number(30, 4))
        guard width > 0, height != 0, width < 1 << 24, abs(height) < 1 << 24, bytes.count > 14 + length else {
            throw ImagingError.decode(reason: "the BMP data is damaged (its header has no size)")
        }
        self.bytes = bytes
        (size, isTopDown) = (PixelSize(width: width, height: abs(height)), height < 0)
        start = number(10, 4)
        switch (compression, depth) {
        case (Compression.none, 1), (Compression.none, 4), (Compression.none, 8), (Compression.none, 16),
            (Compression.none, 24), (Compression.none, 32), (Compression.rle8, 8), (Compression.rle4, 4):
            break
        case (Compression.masks, 16), (Compression.masks, 32), (Compression.masksWithAlpha, 16),
            (Compression.masksWithAlpha, 32):
            guard length != 64 else { throw Self.unsupported("an OS/2 bitmap (BMP) with Huffman codes") }
            let count = length >= 56 || compression == Compression.masksWithAlpha ? 4 : 3
            masks = (0..<count).map { UInt32(truncatingIfNeeded: number(54 + 4 * $0, 4)) }
        case (4, _), (5, _): throw Self.unsupported("a BMP with a JPEG or PNG in it")
        default: throw Self.unsupported("a BMP of \(depth) bits with compression \(compression)")
        }
        hasAlpha = masks.count == 4 && masks[3] != 0
        let first = 14 + length + (length == 40 ? masks.count * 4 : 0)
        let each = isCore ? 3 : 4
        let used = isCore ? 0 : number(46, 4)
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
            compression == Compression.rle8 || compression == Compression.rle4
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
        var pixels = [UInt8](repeating: 0, count: size.width * size.height)
        var (x, y, at) = (0, size.height - 1, max(start, 14))
        func put(_ value: UInt8) {
            if x < size.width, y >= 0 { pixels[y * size.width + x] = value }
            x += 1
        }
        func value(_ byte: UInt8, _ index: Int) -> UInt8 {
            depth == 8 ? byte : index % 2 == 0 ? byte >> 4 : byte & 15
        }
        var isWhole = false
        while at + 2 <= bytes.count, !isWhole {
            let (count, second) = (Int(bytes[at]), bytes[at + 1])
            at += 2
            switch (count, second) {
            case (0, 0): (x, y) = (0, y - 1)
            case (0, 1): isWhole = true
            case (0, 2):
                guard at + 2 <= bytes.count else { break }
                (x, y) = (x + Int(bytes[at]), y - Int(bytes[at + 1]))
                at += 2
            case (0, _):
                let length = depth == 8 ? Int(second) : (Int(second) + 1) / 2
                guard at + length <= bytes.count else { break }
                for index in 0..<Int(second) {
                    put(value(bytes[at + (depth == 8 ? index : index / 2)], index))
                }
                at += (length + 1) / 2 * 2
            default: for index in 0..<count { put(value(second, index)) }
            }
        }
        for pixel in pixels { append(Int(pixel), &file) }
        return isWhole || y <= 0
    }
}
