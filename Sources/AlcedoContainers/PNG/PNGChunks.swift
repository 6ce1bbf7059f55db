import AlcedoRecipes

/// The chunks of a PNG in order, each with a length, a name, its content and a checksum (W3C PNG, third edition, 5.3), up to and
/// including `IEND`.
///
/// The file is cut off if it ends before its `IEND`; what follows that chunk is harmless. Checksums are not compared: decoders do.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let name: String
        /// Where its content is.
        package let content: Range<Int>
        /// The whole chunk.
        package var range: Range<Int> { content.lowerBound - 8..<content.upperBound + 4 }
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private let bytes: ByteView
    private var at = 8
    /// Whether the last chunk has been returned.
    private(set) var isComplete = false

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = ByteView(bytes) }

    /// Returns the next chunk; `nil` after `IEND`, and where a chunk does not lie within the file.
    package mutating func next() -> Chunk? {
        guard !isComplete, let length = bytes.number(at, 4), let name = bytes.part(at + 4, 4),
            bytes.number(at + 8 + length, 4) != nil
        else { return nil }
        defer { at += 12 + length }
        let chunk = Chunk(
            name: String(decoding: name.bytes, as: UTF8.self), content: at + 8..<at + 8 + length)
        isComplete = chunk.name == "IEND"
        return chunk
    }

    /// Whether the file ends before its last chunk.
    static func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var chunks = PNGChunks(bytes)
        while chunks.next() != nil {}
        return !chunks.isComplete
    }

    /// The compressed profile of a gray picture (11.3.2.3), which its decoders drop if it is one for colors.
    package static func grayProfile(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        // Gray, or gray and alpha.
        guard [0, 4].contains(ByteView(bytes).number(25, 1)) else { return nil }
        let profile = PNGChunks(bytes).prefix { $0.name != "IDAT" }.first { $0.name == "iCCP" }
        // A name that ends with a zero, and the method.
        guard let content = profile.map({ bytes[$0.content] }), let end = content.firstIndex(of: 0) else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: content[end...].dropFirst(2))
    }

    /// Whether the picture is interlaced (Adam7), by the last byte of its header (11.2.1).
    package static func isInterlaced(_ bytes: UnsafeRawBufferPointer) -> Bool {
        ByteView(bytes).number(28, 1) == 1
    }

    /// Whether the file announces an animation.
    package static func isAnimated(_ bytes: UnsafeRawBufferPointer) -> Bool {
        PNGChunks(bytes).prefix { $0.name != "IDAT" }.contains { $0.name == "acTL" }
    }
}
