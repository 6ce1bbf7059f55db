import AlcedoRecipes

/// How much of each frame of a GIF its coded data covers.
///
/// libnsgif silently shows what is there, so the pixels of all codes are counted (GIF89a, appendix F).
package struct GIFCoverage {
    /// A frame with fewer pixels than it declares.
    package struct Gap: Equatable {
        /// Counted from 1.
        package var frame: Int
        package var columns: Int
        package var rows: Int
        package var pixels: Int

        package var missingRows: Int { rows - (pixels + columns - 1) / columns }
    }

    package private(set) var frames = 0
    package private(set) var gaps: [Gap] = []

    /// Reads all frames, as far as the blocks are well-formed.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var lengths = [UInt32](repeating: 1, count: 4096)
        for block in GIFBlocks(bytes) where block.label == nil {
            let (columns, rows) = (Self.number(bytes, block.start + 5), Self.number(bytes, block.start + 7))
            frames += 1
            let pixels = Self.pixels(in: bytes, from: block.data - 1, most: columns * rows, &lengths)
            if pixels < columns * rows {
                gaps.append(Gap(frame: frames, columns: columns, rows: rows, pixels: pixels))
            }
        }
    }

    /// The frame that lacks the largest share of its rows; `nil` if no frame lacks a whole row.
    package var largestGap: Gap? {
        gaps.filter { $0.missingRows > 0 }.max {
            $0.missingRows * $1.rows < $1.missingRows * $0.rows
        }
    }

    /// Follows the codes of one frame.
    ///
    /// - Returns: The number of pixels they produce, at most `most`.
    private static func pixels(
        in bytes: UnsafeRawBufferPointer, from start: Int, most: Int, _ lengths: inout [UInt32]
    ) -> Int {
        guard start < bytes.count, (1...11).contains(bytes[start]) else { return 0 }
        let clear = 1 << Int(bytes[start])
        let firstWidth = Int(bytes[start]) + 1
        for index in 0..<clear { lengths[index] = 1 }
        var (width, next, previous) = (firstWidth, clear + 2, -1)
        var (buffer, count, pixels) = (0, 0, 0)
        var at = start + 1
        codes: while at < bytes.count, bytes[at] > 0 {
            let end = min(bytes.count, at + 1 + Int(bytes[at]))
            for byte in bytes[at + 1..<end] {
                buffer |= Int(byte) << count
                count += 8
                while count >= width {
                    let code = buffer & (1 << width - 1)
                    buffer >>= width
                    count -= width
                    if code == clear {
                        (width, next, previous) = (firstWidth, clear + 2, -1)
                        continue
                    }
                    // The end code, or a code that is not yet defined.
                    guard code < clear || code > clear + 1 && (code < next || code == next && previous >= 0)
                    else {
                        break codes
                    }
                    if previous >= 0, next < 4096 {
                        lengths[next] = lengths[previous] + 1
                        next += 1
                        if next == 1 << width, width < 12 { width += 1 }
                    }
                    pixels += Int(lengths[code])
                    previous = code
                    if pixels >= most { break codes }
                }
            }
            at = end
        }
        return min(pixels, most)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        Int(bytes[at]) | Int(bytes[at + 1]) << 8
    }
}
