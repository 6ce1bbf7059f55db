import AlcedoRecipes

/// Rewrites GIF files so that libvips decodes what browsers show.
///
/// Browsers show transparency where no frame covers the screen, and where a frame was disposed of to the background.
/// libnsgif does so only for frames with a transparent color, and fills with the background color otherwise; libvips
/// omits alpha if no frame has one. Each frame is therefore given a transparent color that it does not use.
package enum GIFTransparency {
    /// Returns the file with a transparent color in every frame; `nil` if that has no visible effect.
    package static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let listing = GIFListing(bytes)
        guard showsNothingSomewhere(listing) else { return nil }
        var file = Array(bytes)
        var insertions: [(at: Int, bytes: [UInt8])] = []
        for frame in listing.frames where !frame.isTransparent {
            guard let index = unusedColour(of: frame, in: &file) else { continue }
            if let control = frame.control {
                file[control] |= 1
                file[control + 3] = index
            } else {
                // A tenth of a second, the delay of a frame without a control block.
                insertions.append((frame.start, [0x21, 0xF9, 4, 1, 10, 0, index, 0]))
            }
        }
        return inserting(insertions, into: file)
    }

    private static func inserting(_ insertions: [(at: Int, bytes: [UInt8])], into file: [UInt8]) -> [UInt8] {
        guard !insertions.isEmpty else { return file }
        var result: [UInt8] = []
        result.reserveCapacity(file.count + insertions.reduce(0) { $0 + $1.bytes.count })
        var next = 0
        for (at, bytes) in insertions {
            result += file[next..<at]
            result += bytes
            next = at
        }
        return result + file[next...]
    }

    private static func showsNothingSomewhere(_ listing: GIFListing) -> Bool {
        guard let first = listing.frames.first, listing.frames.contains(where: { !$0.isTransparent }) else {
            return false
        }
        if !listing.isCovered(by: first) { return true }
        return zip(listing.frames, listing.frames.dropFirst()).enumerated().contains { index, pair in
            // Restoring the state before the first frame clears the screen, too.
            let clears = pair.0.disposal == 2 || index == 0 && pair.0.disposal > 2
            return clears && (pair.1.isTransparent || !listing.isCovered(by: pair.1))
        }
    }

    /// Returns an unused color index. If a frame uses all 256 colors, the two nearest colors are merged.
    private static func unusedColour(of frame: GIFListing.Frame, in file: inout [UInt8]) -> UInt8? {
        guard (2...8).contains(frame.codeSize) else { return nil }
        // A pixel of fewer than 8 bits cannot have this value.
        if frame.codeSize < 8 { return 255 }
        var data: [UInt8] = []
        for block in frame.blocks { data += file[block] }
        var used = [Bool](repeating: false, count: 256)
        forEachCode(in: data) { code, _, _ in if code < 256 { used[code] = true } }
        if let free = used.lastIndex(of: false) { return UInt8(free) }
        let (kept, given) = nearest(frame.colours.map { Array(file[$0]) } ?? [])
        // Longer strings consist of single-pixel codes, and both codes have the same width: overwrite `given` in place.
        forEachCode(in: data) { code, at, width in
            guard code == given else { return }
            for bit in 0..<width {
                let mask = UInt8(1 << ((at + bit) % 8))
                if kept >> bit & 1 == 1 {
                    data[(at + bit) / 8] |= mask
                } else {
                    data[(at + bit) / 8] &= ~mask
                }
            }
        }
        var next = 0
        for block in frame.blocks {
            file.replaceSubrange(block, with: data[next..<next + block.count])
            next += block.count
        }
        return UInt8(given)
    }

    /// Calls `body` with each code of 8-bit pixels, its first bit and its width (GIF89a, appendix F).
    private static func forEachCode(in data: [UInt8], _ body: (_ code: Int, _ at: Int, _ width: Int) -> Void)
    {
        let (clear, end) = (256, 257)
        var (at, width, next, isFirst) = (0, 9, 258, true)
        while at + width <= data.count * 8 {
            var code = 0
            for bit in 0..<width where data[(at + bit) / 8] >> ((at + bit) % 8) & 1 == 1 { code |= 1 << bit }
            body(code, at, width)
            at += width
            if code == end { return }
            if code == clear {
                (width, next, isFirst) = (9, 258, true)
            } else if isFirst {
                isFirst = false
            } else if next < 4096 {
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
        }
    }

    private static func nearest(_ table: [UInt8]) -> (Int, Int) {
        var best = (0, 255)
        var least = Int.max
        for second in 0..<table.count / 3 {
            for first in 0..<second {
                let distance = (0..<3).reduce(0) { sum, band in
                    let difference = Int(table[first * 3 + band]) - Int(table[second * 3 + band])
                    return sum + difference * difference
                }
                if distance < least { (least, best) = (distance, (first, second)) }
            }
        }
        return best
    }
}
