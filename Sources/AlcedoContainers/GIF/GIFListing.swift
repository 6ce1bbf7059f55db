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
        let blocks = GIFBlocks(bytes)
        var control: Int?
        for block in blocks where block.isWhole {
            if let label = block.label {
                if label == 0xF9, bytes[block.data] >= 4 { control = block.data + 1 }
                continue
            }
            let packed = control.map { bytes[$0] } ?? 0
            var frame = Frame(
                start: block.start, control: control, disposal: Int(packed >> 2 & 7),
                isTransparent: packed & 1 == 1,
                left: number(block.start + 1), top: number(block.start + 3), width: number(block.start + 5),
                height: number(block.start + 7), colours: block.colors ?? blocks.colors,
                codeSize: Int(bytes[block.data - 1]), blocks: [])
            GIFBlocks.parts(in: bytes, from: block.data) { frame.blocks.append($0) }
            if frames.isEmpty {
                size.width = max(size.width, frame.left + frame.width)
                size.height = max(size.height, frame.top + frame.height)
            }
            frames.append(frame)
            control = nil
        }
    }

    /// Whether a frame covers the entire screen.
    func isCovered(by frame: Frame) -> Bool {
        frame.left == 0 && frame.top == 0 && frame.width >= size.width && frame.height >= size.height
    }
}
