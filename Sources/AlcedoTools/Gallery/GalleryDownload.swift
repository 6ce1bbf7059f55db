import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// A file that the page of a picture offers to download.
struct GalleryDownload: Hashable, Sendable {
    /// Address of the file.
    var url: String
    /// Name under which a browser saves it: `alpine-lake-1600x1067.jpg`.
    var name: String
    /// Size in pixels: `1600 × 1067`.
    var size: String
    /// Name of the format: `JPEG`.
    var format: String
    /// Size in bytes: `412.5 kB`.
    var bytes: String

    /// Returns the files of a picture, the largest first, each once.
    ///
    /// Of a variant's formats, these are the files of the last one, which every program reads.
    static func all(of photo: GalleryPhoto, _ downloads: GallerySettings.Downloads) -> [GalleryDownload] {
        let names: [String] =
            switch downloads {
            case .none: []
            case .shown: [photo.large]
            case .variants(let names): names
            }
        var seen: Set<String> = []
        let files = names.compactMap { photo.image.variants[$0]?.formats.last }.flatMap { format in
            format.files.filter { $0.file != nil && seen.insert($0.url).inserted }.map { ($0, format.format) }
        }
        let stem = photo.page.hasSuffix(".html") ? photo.page.dropLast(5) : photo.page[...]
        return files.sorted { $0.0.width > $1.0.width }.map { file, format in
            let path = file.file ?? ""
            let ending = path.lastIndex(of: ".").map { path[$0...] } ?? ""
            return GalleryDownload(
                url: file.url, name: "\(stem)-\(file.width)x\(file.height)\(ending)",
                size: "\(file.width) × \(file.height)", format: title(of: format),
                bytes: Figures.bytes(file.bytes) ?? "\(file.bytes) B")
        }
    }

    private static func title(of format: String) -> String {
        switch format {
        case "webp": "WebP"
        case "jxl": "JPEG XL"
        default: format.uppercased()
        }
    }

    /// The values for a template.
    var values: [String: Any] {
        ["url": url, "name": name, "size": size, "format": format, "bytes": bytes]
    }
}
