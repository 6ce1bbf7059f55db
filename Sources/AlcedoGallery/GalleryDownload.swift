import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// A file that the page of a picture offers to download.
struct GalleryDownload: Hashable, Sendable {
    /// Address of the file.
    var url: String
    /// Name under which a browser saves it: `alpine-lake-1600x1067.jpg`.
    var name: String
    /// Width and height in pixels: `1600 × 1067`.
    var size: String
    /// Name of the format: `JPEG`.
    var format: String
    /// Size in bytes: `412.5 kB`.
    var bytes: String

    /// Returns the files of a picture: the photographer's own first, and then by size. Of files with the same pixels in the same
    /// format, only the first is offered.
    ///
    /// Of a variant's formats, these are the files of the last one, which every program reads.
    static func all(
        of photo: GalleryPhoto, _ options: GalleryOptions, _ words: GalleryWords
    ) -> [GalleryDownload] {
        let names: [String] =
            switch options.settings.downloads {
            case .none: []
            case .shown: [photo.large]
            case .variants(let names): names
            }
        let own = names.filter(options.originals.contains)
        let stem = photo.page.hasSuffix(".html") ? photo.page.dropLast(5) : photo.page[...]
        var seen: Set<String> = []
        return [own, names.filter { !own.contains($0) }].flatMap { names in
            let files = names.compactMap { photo.image.variants[$0]?.formats.last }.flatMap { format in
                format.files.compactMap { file in file.file.map { (file, format.format, path: $0) } }
            }
            let sorted = files.enumerated().sorted { one, other in
                (other.element.0.width, one.offset) < (one.element.0.width, other.offset)
            }
            return sorted.map(\.element).map { file, format, path in
                let ending = path.lastIndex(of: ".").map { path[$0...] } ?? ""
                return GalleryDownload(
                    url: file.url, name: "\(stem)-\(file.width)x\(file.height)\(ending)",
                    size: "\(file.width) × \(file.height)", format: title(of: format),
                    bytes: words.number(Figures.bytes(file.bytes) ?? "\(file.bytes) B"))
            }
        }.filter { seen.insert($0.name).inserted }
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
