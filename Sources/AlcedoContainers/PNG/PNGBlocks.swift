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
        var head: Data?
        var late = Data()
        var hasExif = false
        var count = 0
        for chunk in PNGChunks(bytes) where chunk.name != "IEND" {
            let isExif = chunk.name == "eXIf"
            if chunk.name == "IDAT" {
                head = head ?? Data(bytes[..<chunk.range.lowerBound])
            } else if head == nil {
                hasExif = hasExif || isExif
            } else if chunk.content.count <= Self.longest, Self.isText(chunk.name) || isExif && !hasExif {
                hasExif = hasExif || isExif
                late += Data(bytes[chunk.range])
                count += 1
                if count == Self.maxChunks { break }
            }
        }
        guard let head, !late.isEmpty else { return nil }
        early =
            head + late + ContainerPNG.chunk("IDAT", Data()).bytes + ContainerPNG.chunk("IEND", Data()).bytes
    }

    private static func isText(_ name: String) -> Bool { ["tEXt", "zTXt", "iTXt"].contains(name) }
}
