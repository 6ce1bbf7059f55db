package import AlcedoBase

/// Everything that distinguishes a type of source from the others, apart from its colors and its damage.
package struct SourceTraits: Sendable {
    /// Beginnings of the messages of its decoder.
    package var domains: [String]
    /// Whether libvips reads the pictures after the first as frames.
    package var mayBeAnimated = false
    /// Whether the decoder turns the picture upright, so that it must not be turned again.
    package var decoderTurns = false
    /// Whether it may have more than 8 bits per sample.
    package var mayBeDeep = false
    /// Seconds of one core per million pixels, decoding and reducing (`Benchmarks/efforts`).
    package var cost = 0.05
    /// The operation of libvips behind the loader, and the library that it needs, where common builds lack it.
    package var operation: String?
    package var library = ""
}

extension ImageType {
    /// Whether several frames are read, as far as the installed libvips does. Does not start libvips.
    package var mayBeAnimated: Bool {
        traits.mayBeAnimated && (self != .jxl || OutputFormat.jxl.holdsAnimation)
    }

    /// The traits of a type that is decoded. The reader of sources rejects all other types.
    package var traits: SourceTraits {
        switch self {
        case .jpeg:
            SourceTraits(domains: ["VipsJpeg", "jpegload"], cost: 0.02)
        case .png:
            SourceTraits(
                domains: ["vipspng", "pngload", "libspng"], mayBeDeep: true)
        case .gif: SourceTraits(domains: ["gifload"], mayBeAnimated: true)
        case .webp: SourceTraits(domains: ["webp"], mayBeAnimated: true)
        case .avif, .heic:
            SourceTraits(
                domains: ["heif"], decoderTurns: true, mayBeDeep: true, cost: 0.08)
        case .jxl:
            SourceTraits(
                domains: ["jxl"], mayBeAnimated: true,
                decoderTurns: true, mayBeDeep: true, cost: 0.15)
        case .tiff:
            SourceTraits(domains: ["tiff", "VipsJpeg"], mayBeDeep: true)
        case .jp2:
            SourceTraits(
                domains: ["jp2k", "OpenJPEG"], mayBeDeep: true, cost: 0.3,
                operation: "jp2kload_buffer", library: "OpenJPEG")
        case .pdf:
            SourceTraits(
                domains: ["pdfload", "libpoppler", "poppler"], cost: 0.3,
                operation: "pdfload_buffer", library: "Poppler")
        // Rewritten as a TIFF.
        case .bmp: SourceTraits(domains: ["tiff"])
        default:
            SourceTraits(
                domains: ["svgload", "glib: XML"], decoderTurns: true, cost: 0.15)
        }
    }
}
