import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension ImageType {
    /// The loader in `CVipsShims`.
    var loader: alcedo_loader {
        switch self {
        case .jpeg: ALCEDO_LOAD_JPEG
        case .png: ALCEDO_LOAD_PNG
        case .gif: ALCEDO_LOAD_GIF
        case .webp: ALCEDO_LOAD_WEBP
        case .avif, .heic: ALCEDO_LOAD_HEIF
        case .jxl: ALCEDO_LOAD_JXL
        // A BMP is rewritten as a TIFF.
        case .tiff, .bmp: ALCEDO_LOAD_TIFF
        case .jp2: ALCEDO_LOAD_JP2
        case .pdf: ALCEDO_LOAD_PDF
        default: ALCEDO_LOAD_SVG
        }
    }
}
