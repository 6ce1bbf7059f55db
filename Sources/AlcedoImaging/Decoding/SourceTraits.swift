import AlcedoBase
import CVipsShims

/// Everything that distinguishes a type of source from the others, apart from its colors and its damage.
struct SourceTraits: Sendable {
    /// The loader in `CVipsShims`.
    var loader: alcedo_loader
    /// Beginnings of the messages of its decoder.
    var domains: [String]
    /// Whether libvips reads the pictures after the first as frames.
    var mayBeAnimated = false
    /// Whether the decoder turns the picture upright, so that it must not be turned again.
    var decoderTurns = false
    /// Whether it may have more than 8 bits per sample.
    var mayBeDeep = false
    /// Seconds of one core per million pixels, decoding and reducing (`Benchmarks/efforts`).
    var cost = 0.05
    /// The operation of libvips behind the loader, and the library that it needs, where common builds lack it.
    var operation: String?
    var library = ""
}

extension ImageType {
    /// The traits of a type that is decoded. The reader of sources rejects all other types.
    var traits: SourceTraits {
        switch self {
        case .jpeg:
            SourceTraits(loader: ALCEDO_LOAD_JPEG, domains: ["VipsJpeg", "jpegload"], cost: 0.02)
        case .png:
            SourceTraits(
                loader: ALCEDO_LOAD_PNG, domains: ["vipspng", "pngload", "libspng"], mayBeDeep: true)
        case .gif: SourceTraits(loader: ALCEDO_LOAD_GIF, domains: ["gifload"], mayBeAnimated: true)
        case .webp: SourceTraits(loader: ALCEDO_LOAD_WEBP, domains: ["webp"], mayBeAnimated: true)
        case .avif, .heic:
            SourceTraits(
                loader: ALCEDO_LOAD_HEIF, domains: ["heif"], decoderTurns: true, mayBeDeep: true, cost: 0.08)
        case .jxl:
            SourceTraits(
                loader: ALCEDO_LOAD_JXL, domains: ["jxl"], mayBeAnimated: OutputFormat.jxl.holdsAnimation,
                decoderTurns: true, mayBeDeep: true, cost: 0.15)
        case .tiff:
            SourceTraits(loader: ALCEDO_LOAD_TIFF, domains: ["tiff", "VipsJpeg"], mayBeDeep: true)
        case .jp2:
            SourceTraits(
                loader: ALCEDO_LOAD_JP2, domains: ["jp2k", "OpenJPEG"], mayBeDeep: true, cost: 0.3,
                operation: "jp2kload_buffer", library: "OpenJPEG")
        case .pdf:
            SourceTraits(
                loader: ALCEDO_LOAD_PDF, domains: ["pdfload", "libpoppler", "poppler"], cost: 0.3,
                operation: "pdfload_buffer", library: "Poppler")
        // Rewritten as a TIFF.
        case .bmp: SourceTraits(loader: ALCEDO_LOAD_TIFF, domains: ["tiff"])
        default:
            SourceTraits(
                loader: ALCEDO_LOAD_SVG, domains: ["svgload", "glib: XML"], decoderTurns: true, cost: 0.15)
        }
    }
}
