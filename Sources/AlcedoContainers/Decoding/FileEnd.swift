package import AlcedoBase
import AlcedoRecipes

/// Determines from the structure of a file whether its end is missing, without decoding it.
package enum FileEnd {
    /// Whether the file certainly ends before its structure is complete; `false` if unknown.
    package static func isMissing(_ type: ImageType, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch type {
        case .jpeg: JPEGSegments.isCut(bytes)
        case .png: PNGChunks.isCut(bytes)
        case .gif: GIFBlocks.isCut(bytes)
        case .webp: bytes.count >= 12 && Int(littleEndian32(bytes, 4)) + 8 > bytes.count
        case .avif, .heic: ISOBoxes.isCut(bytes)
        case .jp2: ISOBoxes.isJPEG2000Cut(bytes)
        case .tiff: TIFFStrips(bytes)?.isCut ?? false
        default: false
        }
    }

    private static func littleEndian32(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }
}

extension ImageFacts {
    /// Whether a file certainly ends before its structure is complete; `false` if that is unknown without decoding.
    package static func isEndMissing(in data: Data) -> Bool {
        guard let type = ImageType.sniff(data) else { return false }
        return data.withUnsafeBytes { FileEnd.isMissing(type, $0) }
    }
}
