package import AlcedoBase
import AlcedoRecipes

/// Kinds of intact files that a decoder would turn into another picture without an error.
///
/// Recognized by their headers, before a decoder reads the file.
package enum WrongPicture {
    /// Returns a sentence that names the kind and what to do; `nil` for all other files.
    package static func reason(_ type: ImageType, _ bytes: UnsafeRawBufferPointer) -> String? {
        switch type {
        case .avif, .heic: MediaItems(bytes)?.gridFault.map { grid($0, type) }
        case .jxl: JXLHeader(ByteView(bytes)).flatMap(jxl)
        case .jp2: JPEG2000Header(bytes)?.refusal
        default: nil
        }
    }

    private static func grid(_ fault: GridFault, _ type: ImageType) -> String {
        switch fault {
        case .turned:
            UnsupportedKind.sentence(
                "an \(type.name) in cells, each of which is turned, mirrored or cropped by itself",
                "turn the pixels first, or save it in one piece (avifenc without '-g')")
        case .gaps:
            UnsupportedKind.sentence(
                "an \(type.name) in cells that do not cover the picture", "save it in one piece")
        }
    }

    private static func jxl(_ header: JXLHeader) -> String? {
        if header.extraChannels.contains(JXLHeader.black) {
            return UnsupportedKind.sentence("a JPEG XL in CMYK", "save it in RGB")
        }
        // libvips before 8.16 overwrites each frame with the next one.
        guard header.isAnimated, !ImageType.jxl.mayBeAnimated else { return nil }
        return UnsupportedKind.sentence(
            "an animated JPEG XL, of which this version of libvips reads the last frame only",
            "use libvips 8.16 or later, or save it as animated WebP, GIF or PNG")
    }
}
