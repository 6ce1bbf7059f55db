package import AlcedoBase
import AlcedoRecipes

/// Determines from the structure of a file whether its end is missing, without decoding it.
package enum FileEnd {
    /// Whether the file certainly ends before its structure is complete; `false` if unknown.
    package static func isMissing(_ type: ImageType, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch type {
        case .jpeg: JPEGSegments.isCut(bytes)
        case .png: PNGChunks.isCut(bytes)
        case .gif: isGIFCut(bytes)
        case .webp: bytes.count >= 12 && Int(littleEndian32(bytes, 4)) + 8 > bytes.count
        case .avif, .heic: isISOMediaCut(bytes)
        case .jp2: isJPEG2000Cut(bytes)
        case .tiff: TIFFStrips(bytes)?.isCut ?? false
        default: false
        }
    }

    /// Boxes as in ISO media, one with the codestream; a codestream alone ends with its own marker (ITU-T T.800, A.4.4).
    private static func isJPEG2000Cut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let hasMarker = bytes.suffix(2).elementsEqual([0xFF, 0xD9])
        if bytes.first == 0xFF { return !hasMarker }
        var at = 0
        while at + 8 <= bytes.count {
            let length = bigEndian32(bytes, at)
            // To the end of the file.
            if length == 0 { return !hasMarker }
            if length < 8 { return false }
            at += length
        }
        return at != bytes.count
    }

    /// Boxes: length including itself, name, data. The last box of a complete file ends with the file.
    private static func isISOMediaCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 0
        while at + 8 <= bytes.count {
            let length = bigEndian32(bytes, at)
            // 0: to the end of the file; 1: a 64-bit length follows. Neither is worth following.
            if length < 8 { return false }
            at += length
        }
        return at != bytes.count
    }

    /// Blocks of known length; a truncated file ends within one. A missing trailer byte is common and harmless.
    private static func isGIFCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 13 else { return true }
        func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var at = 13 + tableSize(bytes[10])
        while at < bytes.count {
            switch bytes[at] {
            case 0x3B: return false
            case 0x21: at += 2
            case 0x2C:
                guard at + 10 <= bytes.count else { return true }
                at += 10 + tableSize(bytes[at + 9]) + 1
            // Garbage between blocks: decoders stop here too, and report it if it matters.
            default: return false
            }
            while true {
                guard at < bytes.count else { return true }
                let length = Int(bytes[at])
                at += 1 + length
                if length == 0 { break }
            }
        }
        return at > bytes.count
    }

    private static func littleEndian32(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    private static func bigEndian32(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
    }
}

extension ImageFacts {
    /// Whether a file certainly ends before its structure is complete; `false` if that is unknown without decoding.
    package static func isEndMissing(in data: Data) -> Bool {
        guard let type = ImageType.sniff(data) else { return false }
        return data.withUnsafeBytes { FileEnd.isMissing(type, $0) }
    }
}
