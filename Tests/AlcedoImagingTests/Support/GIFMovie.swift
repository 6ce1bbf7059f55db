import Foundation

/// Writes GIF files whose frames lie anywhere, from nothing but the GIF89a specification.
struct GIFMovie {
    struct Frame {
        var left = 0
        var top = 0
        var width: Int
        var height: Int
        /// Palette indices; one for all pixels where there is only one.
        var pixels: [UInt8]
        var disposal = 0
        var transparentIndex: UInt8?
        /// Hundredths of a second.
        var delay = 10
        var isInterlaced = false
        var ownPalette: [[UInt8]]?
        /// Whether a control block comes before it.
        var hasControl = true

        func index(_ x: Int, _ y: Int) -> UInt8 { pixels.count == 1 ? pixels[0] : pixels[y * width + x] }
    }

    var width: Int
    var height: Int
    var palette: [[UInt8]]
    var frames: [Frame]
    /// The NETSCAPE block's number; `nil` for no block.
    var loop: Int? = 0
    /// Of a pixel: 7, or 8 for more than 128 colours.
    var bits = 7

    var data: Data {
        var bytes = Array("GIF89a".utf8) + Self.little(width) + Self.little(height)
        bytes += [UInt8(0xF0 | bits - 1), 3, 0] + table(palette)
        if let loop {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.little(loop) + [0]
        }
        for frame in frames { bytes += coded(frame) }
        return Data(bytes + [0x3B])
    }

    private func coded(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        if frame.hasControl {
            let flags = UInt8(frame.disposal) << 2 | (frame.transparentIndex == nil ? 0 : 1)
            bytes += [0x21, 0xF9, 4, flags] + Self.little(frame.delay) + [frame.transparentIndex ?? 0, 0]
        }
        bytes += [0x2C] + Self.little(frame.left) + Self.little(frame.top)
        bytes += Self.little(frame.width) + Self.little(frame.height)
        bytes.append(
            (frame.isInterlaced ? 0x40 : 0) | (frame.ownPalette == nil ? 0 : 0x80 | UInt8(bits - 1)))
        if let own = frame.ownPalette { bytes += table(own) }
        var rows = Array(0..<frame.height)
        if frame.isInterlaced {
            rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0, to: frame.height, by: $1) }
        }
        // Codes keep their width: the table is cleared before it would grow.
        var (packed, held, count): ([UInt8], Int, Int) = ([], 0, 0)
        func put(_ code: Int) {
            held |= code << count
            count += bits + 1
            while count >= 8 {
                packed.append(UInt8(held & 255))
                (held, count) = (held >> 8, count - 8)
            }
        }
        var written = 0
        for y in rows {
            for x in 0..<frame.width {
                if written % 100 == 0 { put(1 << bits) }
                put(Int(frame.index(x, y)))
                written += 1
            }
        }
        put(1 << bits + 1)
        if count > 0 { packed.append(UInt8(held & 255)) }
        bytes.append(UInt8(bits))
        for start in stride(from: 0, to: packed.count, by: 255) {
            let block = packed[start..<min(start + 255, packed.count)]
            bytes += [UInt8(block.count)] + block
        }
        return bytes + [0]
    }

    private func table(_ colours: [[UInt8]]) -> [UInt8] {
        (0..<1 << bits).flatMap { $0 < colours.count ? colours[$0] : [0, 0, 0] }
    }

    private static func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    /// The frames in a browser: RGBA, transparent where nothing was drawn (GIF89a, section 23, with transparency
    /// for the background colour).
    var shown: [Raster] {
        var size = (width, height)
        if let first = frames.first {
            size = (max(width, first.left + first.width), max(height, first.top + first.height))
        }
        var canvas = [[UInt8]](repeating: [0, 0, 0, 0], count: size.0 * size.1)
        return frames.map { frame in
            let before = canvas
            func forEachPixel(_ body: (_ place: Int, _ index: UInt8) -> Void) {
                for y in 0..<frame.height where frame.top + y < size.1 {
                    for x in 0..<frame.width where frame.left + x < size.0 {
                        body((frame.top + y) * size.0 + frame.left + x, frame.index(x, y))
                    }
                }
            }
            forEachPixel { place, index in
                if !frame.hasControl || index != frame.transparentIndex {
                    canvas[place] = (frame.ownPalette ?? palette)[Int(index)] + [255]
                }
            }
            let picture = canvas
            if frame.hasControl, frame.disposal == 2 {
                forEachPixel { place, _ in canvas[place] = [0, 0, 0, 0] }
            }
            if frame.hasControl, frame.disposal == 3 { canvas = before }
            return Raster(size.0, size.1, bands: 4) { x, y in picture[y * size.0 + x] }
        }
    }
}
