package import AlcedoBase
import AlcedoRecipes

/// Signs of metadata in a file, for files of which nothing else says how they were made.
///
/// The names are searched for in all bytes, whatever the format: compressed pixels have one of them by chance about once
/// in a gigabyte, and the file then counts as one with metadata.
package enum MetadataTraces {
    private static let names = [
        // EXIF in JPEG, AVIF and JPEG XL, PNG, and WebP.
        "Exif", "eXIf", "EXIF",
        // XMP in all formats, and its chunk in WebP.
        "http://ns.adobe.com/", "<?xpacket", "XMP ",
        // IPTC.
        "Photoshop 3.0",
        // Texts of a PNG, and compressed boxes of a JPEG XL.
        "tEXt", "iTXt", "zTXt", "brob",
        // Drawings.
        "<metadata", "<svg",
    ].map { Data($0.utf8) }

    /// Whether the bytes of a picture file have any.
    package static func are(in file: Data) -> Bool { names.contains { file.firstRange(of: $0) != nil } }
}
