import AlcedoRecipes

/// Positions of the parts of a GIF file (GIF89a specification), as far as they are complete.
struct GIFListing {
    struct Frame {
        /// Offset of the image descriptor.
        var start: Int
        /// Offset of the packed byte of the graphic control extension.
        var control: Int?
        var disposal: Int
        var isTransparent: Bool
        var left: Int
        var top: Int
        var width: Int
        var height: Int
        /// Range of the color table; `nil` if there is none.
        var colours: Range<Int>?
        /// Bits per pixel in the compressed data.
        var codeSize: Int
        /// Ranges of the compressed data.
        var blocks: [Range<Int>]
    }

    /// The screen, in pixels. A first frame beyond it enlarges it, as in Chromium and libvips.
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var frames: [Frame] = []

    init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 13, bytes.starts(with: "GIF8".utf8) else { return }
        func number(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        size = PixelSize(width: number(6), height: number(8))
        var at = 13
        func table(_ flags: UInt8, from start: Int) -> Range<Int>? {
            let count = 3 << (Int(flags & 7) + 1)
            return flags & 0x80 != 0 && start + count <= bytes.count ? start..<start + count : nil
        }
        let common = table(bytes[10], from: at)
        if bytes[10] & 0x80 != 0 { at += 3 << (Int(bytes[10] & 7) + 1) }
        /// Returns at most `limit` sub-blocks from `start`, and the offset after all of them; `nil` if unterminated.
        func blocks(from start: Int, limit: Int = .max) -> (blocks: [Range<Int>], end: Int)? {
            var (found, next): ([Range<Int>], Int) = ([], start)
            while next < bytes.count {
                let count = Int(bytes[next])
                if count == 0 { return (found, next + 1) }
                guard next + 1 + count <= bytes.count else { return nil }
                if found.count < limit { found.append(next + 1..<next + 1 + count) }
                next += 1 + count
            }
            return nil
        }
        var control: Int?
        while at + 10 < bytes.count {
            switch bytes[at] {
            case 0x21:
                guard let (parts, end) = blocks(from: at + 2, limit: 1) else { return }
                if bytes[at + 1] == 0xF9, let first = parts.first, first.count >= 4 {
                    control = first.lowerBound
                }
                at = end
            case 0x2C:
                let start = at
                let flags = bytes[at + 9]
                let own = table(flags, from: at + 10)
                at += 10 + (flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0)
                guard at < bytes.count, let (parts, end) = blocks(from: at + 1) else { return }
                let packed = control.map { bytes[$0] } ?? 0
                let frame = Frame(
                    start: start, control: control, disposal: Int(packed >> 2 & 7),
                    isTransparent: packed & 1 == 1, left: number(start + 1), top: number(start + 3),
                    width: number(start + 5), height: number(start + 7), colours: own ?? common,
                    codeSize: Int(bytes[at]), blocks: parts)
                if frames.isEmpty {
                    size.width = max(size.width, frame.left + frame.width)
                    size.height = max(size.height, frame.top + frame.height)
                }
                frames.append(frame)
                control = nil
                at = end
            default: return
            }
        }
    }

    /// Whether a frame covers the entire screen.
    func isCovered(by frame: Frame) -> Bool {
        frame.left == 0 && frame.top == 0 && frame.width >= size.width && frame.height >= size.height
    }
}
