import AlcedoRecipes

/// The extensions and pictures of a GIF in order (GIF89a, sections 20 to 26).
///
/// The file is cut off if it ends within one; a missing trailer is common and harmless, and so is what follows it. Anything else
/// between blocks is damage, at which decoders stop.
struct GIFBlocks: Sequence, IteratorProtocol {
    struct Block {
        /// Offset of its introducer.
        var start: Int
        /// What an extension is for; `nil` for a picture.
        var label: UInt8?
        /// The color table of a picture.
        var colors: Range<Int>?
        /// Offset of the first sub-block, behind the code size of a picture.
        var data: Int
        /// Offset after the empty sub-block at the end, or that of the end of the file.
        var end: Int
        /// Whether the file does not end within it.
        var isWhole = true
    }

    private let bytes: UnsafeRawBufferPointer
    private var at: Int
    /// The common color table.
    let colors: Range<Int>?
    /// Whether the file ends within a block.
    private(set) var isCut: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isCut = bytes.count < 13
        colors = isCut ? nil : Self.table(bytes[10], from: 13)
        at = colors?.upperBound ?? 13
    }

    mutating func next() -> Block? {
        guard at < bytes.count else {
            isCut = isCut || at > bytes.count
            return nil
        }
        var block = Block(start: at, data: at + 2, end: 0)
        switch bytes[at] {
        case 0x21:
            guard at + 1 < bytes.count else { return cut() }
            block.label = bytes[at + 1]
        case 0x2C:
            guard at + 10 <= bytes.count else { return cut() }
            block.colors = Self.table(bytes[at + 9], from: at + 10)
            block.data = (block.colors?.upperBound ?? at + 10) + 1
        default: return nil
        }
        let end = Self.parts(in: bytes, from: block.data)
        (block.end, block.isWhole, isCut) = (end ?? bytes.count, end != nil, end == nil)
        at = block.end
        return block
    }

    private mutating func cut() -> Block? {
        isCut = true
        at = bytes.count
        return nil
    }

    /// Calls `body` with each sub-block from an offset on.
    ///
    /// - Returns: The offset after the empty one at the end; `nil` if the bytes end first.
    @discardableResult static func parts(
        in bytes: UnsafeRawBufferPointer, from start: Int, _ body: (Range<Int>) -> Void = { _ in }
    ) -> Int? {
        var at = start
        while at < bytes.count {
            let count = Int(bytes[at])
            if count == 0 { return at + 1 }
            guard at + 1 + count <= bytes.count else { return nil }
            body(at + 1..<at + 1 + count)
            at += 1 + count
        }
        return nil
    }

    /// The color table from an offset on, if there is one.
    private static func table(_ flags: UInt8, from start: Int) -> Range<Int>? {
        flags & 0x80 == 0 ? nil : start..<start + 3 << (Int(flags & 7) + 1)
    }

    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var blocks = GIFBlocks(bytes)
        while blocks.next() != nil {}
        return blocks.isCut
    }
}
