import AlcedoBase
import AlcedoRecipes

/// Finds the metadata of formats for which libvips 8.14 provides none.
package enum ContainerBlocks {
    /// Maximum length of a block in bytes; longer ones are not read.
    static let longest = 4 << 20

    /// Reads EXIF and XMP of a JPEG XL, which are boxes beside the picture (ISO/IEC 18181-2). Compressed boxes are not
    /// read, and a bare codestream has none.
    package static func jxl(_ bytes: UnsafeRawBufferPointer) -> SerializationContext.Metadata {
        var metadata = SerializationContext.Metadata()
        for (name, content) in ISOBoxes(ByteView(bytes)) where content.count <= longest {
            switch name {
            case "Exif" where metadata.exif == nil && content.count > 4:
                // The offset of the TIFF header precedes it.
                metadata.exif = content.number(0, 4).flatMap { content.from(4 + $0) }.map { Data($0.bytes) }
            case "xml " where metadata.xmp == nil: metadata.xmp = Data(content.bytes)
            default: break
            }
        }
        return metadata
    }

    /// Reads the XMP of a GIF: an application extension whose text is not divided into sub-blocks (XMP specification,
    /// part 3, section 1.1.2). The 258 bytes after it lead unaware readers to its end.
    package static func gif(_ bytes: UnsafeRawBufferPointer) -> SerializationContext.Metadata {
        let name = [11] + Array("XMP DataXMP".utf8)
        let found = GIFBlocks(bytes).first {
            $0.label == 0xFF && $0.isWhole && bytes[$0.data...].starts(with: name)
        }
        guard let found, case let start = found.data + name.count, case let end = found.end - 258,
            end > start,
            end - start <= longest
        else { return SerializationContext.Metadata() }
        return SerializationContext.Metadata(xmp: Data(bytes[start..<end]))
    }
}
