import AlcedoBase
import AlcedoRecipes

/// Finds the metadata of formats for which libvips 8.14 provides none.
package enum ContainerBlocks {
    /// Maximum length of a block in bytes; longer ones are not read.
    private static let longest = 4 << 20

    /// Reads EXIF and XMP of a JPEG XL, which are boxes beside the picture (ISO/IEC 18181-2). Compressed boxes are not
    /// read, and a bare codestream has none.
    package static func jxl(_ bytes: UnsafeRawBufferPointer) -> SerializationContext.Metadata {
        var metadata = SerializationContext.Metadata()
        var at = 0
        while bytes.count - at >= 8 {
            var length = number(bytes, at, 4)
            var start = at + 8
            if length == 1, bytes.count - at >= 16, number(bytes, at + 8, 4) == 0 {
                length = number(bytes, at + 12, 4)
                start = at + 16
            } else if length == 0 {
                length = bytes.count - at
            }
            guard length >= start - at, length <= bytes.count - at else { break }
            let content = UnsafeRawBufferPointer(rebasing: bytes[start..<at + length])
            if content.count <= longest {
                switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
                case "Exif" where metadata.exif == nil && content.count > 4:
                    // The offset of the TIFF header precedes it.
                    let offset = 4 + number(content, 0, 4)
                    if offset < content.count { metadata.exif = Data(content[offset...]) }
                case "xml " where metadata.xmp == nil: metadata.xmp = Data(content)
                default: break
                }
            }
            at += length
        }
        return metadata
    }

    /// Reads the XMP of a GIF: an application extension whose text is not divided into sub-blocks (XMP specification,
    /// part 3, section 1.1.2). The 258 bytes after it lead unaware readers to its end.
    package static func gif(_ bytes: UnsafeRawBufferPointer) -> SerializationContext.Metadata {
        func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        guard bytes.count >= 13 else { return SerializationContext.Metadata() }
        var at = 13 + tableSize(bytes[10])
        while at < bytes.count {
            var isXMP = false
            switch bytes[at] {
            case 0x21:
                isXMP =
                    bytes.count - at >= 14 && bytes[at + 1] == 0xFF && bytes[at + 2] == 11
                    && bytes[at + 3..<at + 14].elementsEqual("XMP DataXMP".utf8)
                at += isXMP ? 14 : 2
            case 0x2C:
                guard bytes.count - at >= 10 else { return SerializationContext.Metadata() }
                at += 10 + tableSize(bytes[at + 9]) + 1
            default: return SerializationContext.Metadata()
            }
            let start = at
            while true {
                guard at < bytes.count else { return SerializationContext.Metadata() }
                let length = Int(bytes[at])
                at += 1 + length
                if length == 0 { break }
            }
            if isXMP {
                let end = at - 258
                guard end > start, end <= bytes.count, end - start <= longest else {
                    return SerializationContext.Metadata()
                }
                return SerializationContext.Metadata(xmp: Data(bytes[start..<end]))
            }
        }
        return SerializationContext.Metadata()
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int) -> Int {
        bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
