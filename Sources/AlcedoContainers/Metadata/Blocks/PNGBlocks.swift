package import AlcedoBase
import AlcedoRecipes

/// Finds the metadata of a PNG after its pixels, where the specification allows it but the decoder, which stops after
/// the header, does not look (W3C PNG, third edition, table 7).
package struct PNGBlocks {
    /// The file without its pixels; the metadata that followed them precedes an empty IDAT.
    package let early: Data

    /// Longer chunks are not read, nor more than `maxChunks`.
    private static let longest = 4 << 20
    private static let maxChunks = 1000

    /// Reads the chunks.
    ///
    /// - Returns: `nil` if no metadata follows the pixels, as in most files.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var head = Data()
        var late = Data()
        var hasExif = false
        var count = 0
        var isBehind = false
        var at = 8
        // Length, name, content, checksum.
        while bytes.count - at >= 12, count < Self.maxChunks {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            let name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            let chunk = bytes[at..<at + 12 + length]
            at = chunk.endIndex
            if name == "IEND" { break }
            if name == "IDAT" {
                if !isBehind { head = Data(bytes[..<chunk.startIndex]) }
                isBehind = true
            } else if !isBehind {
                hasExif = hasExif || name == "eXIf"
            } else if length <= Self.longest, Self.isText(name) || name == "eXIf" && !hasExif {
                hasExif = hasExif || name == "eXIf"
                late += chunk
                count += 1
            }
        }
        guard !late.isEmpty else { return nil }
        early = head + late + Self.end
    }

    private static func isText(_ name: String) -> Bool { ["tEXt", "zTXt", "iTXt"].contains(name) }

    /// An empty IDAT, and IEND.
    private static let end =
        Data([0, 0, 0, 0]) + Data("IDAT".utf8) + Data([0x35, 0xAF, 0x06, 0x1E]) + Data([0, 0, 0, 0])
        + Data("IEND".utf8) + Data([0xAE, 0x42, 0x60, 0x82])
}
