import AlcedoRecipes

/// Consecutive boxes (ISO/IEC 14496-12, 4.2), of which AVIF, HEIC, JPEG XL, JPEG 2000 and MP4 consist.
///
/// The bytes are cut off if they end within a box. A length that is less than that of the box's own header is damage, behind which
/// nothing is read.
struct ISOBoxes: Sequence, IteratorProtocol {
    private let bytes: ByteView
    private var at = 0
    /// Whether the bytes end within the last box, which then has what there is of its content.
    private(set) var isCut = false
    /// Whether the last box has no length, and ends with the bytes.
    private(set) var isOpen = false

    init(_ bytes: ByteView) { self.bytes = bytes }

    mutating func next() -> (name: String, content: ByteView)? {
        let rest = bytes.count - at
        guard rest > 0 else { return nil }
        guard var length = bytes.number(at, 4), let name = bytes.part(at + 4, 4) else {
            return end(isCut: true)
        }
        var header = 8
        if length == 1 {
            guard let high = bytes.number(at + 8, 4), let low = bytes.number(at + 12, 4) else {
                return end(isCut: true)
            }
            // No file has so much.
            guard high < 0x8000 else { return end(isCut: false) }
            (header, length) = (16, high << 32 | low)
        } else if length == 0 {
            (length, isOpen) = (rest, true)
        }
        guard length >= header, let content = bytes.part(at + header, Swift.min(length, rest) - header) else {
            return end(isCut: length >= header)
        }
        isCut = length > rest
        at += Swift.min(length, rest)
        return (String(decoding: name.bytes, as: UTF8.self), content)
    }

    private mutating func end(isCut: Bool) -> (name: String, content: ByteView)? {
        (at, self.isCut) = (bytes.count, isCut)
        return nil
    }

    /// Whether an AVIF or HEIC ends before its last box does.
    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var boxes = ISOBoxes(ByteView(bytes))
        while boxes.next() != nil {}
        return boxes.isCut
    }

    /// Whether a JPEG 2000 ends too early: a box of it, or the codestream, which has a marker of its own at its end (ITU-T T.800,
    /// A.4.4).
    static func isJPEG2000Cut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let hasMarker = bytes.suffix(2).elementsEqual([0xFF, 0xD9])
        if bytes.first == 0xFF { return !hasMarker }
        var boxes = ISOBoxes(ByteView(bytes))
        while boxes.next() != nil {}
        return boxes.isCut || boxes.isOpen && !hasMarker
    }
}

extension ByteView {
    /// Consecutive boxes, at most 4,096.
    package var boxes: [(name: String, content: ByteView)] { Array(ISOBoxes(self).prefix(4096)) }
}
