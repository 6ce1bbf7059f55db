import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

/// The icon that browsers show beside a page's title.
struct GalleryIcon: Sendable {
    /// The element for the head; empty if browsers find an icon without it.
    let markup: String
    /// The file beside the pages.
    let asset: GalleryTemplate.Asset?

    /// A picture in its frame, as a `data:` URI: without an icon, each browser requests `/favicon.ico`.
    static let builtIn = GalleryIcon(
        markup: "<link rel=\"icon\" href=\"data:image/svg+xml,"
            + URLPath.encode(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><rect x=\"1\" y=\"2\" width=\"14\" "
                    + "height=\"12\" rx=\"2\" fill=\"#0a7391\"/><circle cx=\"5\" cy=\"6\" r=\"1.5\" fill=\"#fff\"/>"
                    + "<path d=\"m2.5 12.5 4-4 2 2 3-3.5 2.5 3v2.5z\" fill=\"#fff\"/></svg>") + "\">",
        asset: nil)

    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "gif": "image/gif",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "webp": "image/webp",
    ]
    private static let maxBytes = 1_000_000

    /// Reads the icon of a gallery's settings, or else takes the icons of the site, `favicon.ico` among the pages, or the
    /// built-in icon.
    ///
    /// - Parameter root: Absolute path of the folder with the pages.
    /// - Throws: `ManifestMistakes`, `FileSystemError`.
    static func read(_ manifest: Manifest, _ index: ImageIndex, root: String) throws -> GalleryIcon {
        guard let name = manifest.gallery.icon else {
            let links = index.faviconLinks
            guard links.isEmpty else { return GalleryIcon(markup: links, asset: nil) }
            let own = try FileSystem.status(of: root + "/favicon.ico", followingLinks: true)
            return own?.kind == .regular ? link("favicon.ico", "image/x-icon", nil) : builtIn
        }
        func mistake(_ reason: String) -> ManifestMistakes {
            ManifestMistakes(diagnostics: [
                Diagnostic(.error, "the icon '\(name)' \(reason)", at: manifest.gallery.iconLocation)
            ])
        }
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        guard let type = types[ending] else {
            throw mistake("must be a file with the ending svg, png, ico, gif, jpg or webp")
        }
        let path = PathRules.absolute(name, from: manifest.directory)
        guard let status = try FileSystem.status(of: path, followingLinks: true), status.kind == .regular
        else {
            throw mistake("is not a file")
        }
        guard let real = try manifest.bounds.resolve(path) else { throw mistake(PathBounds.fault()) }
        guard status.size <= maxBytes else {
            throw mistake(
                "has \(status.size) bytes, and each visitor loads it; name a file of at most \(maxBytes)")
        }
        let asset = GalleryTemplate.Asset(
            named: "icon." + ending, try FileSystem.readBytes(real, limit: maxBytes))
        return link(asset.name, type, asset)
    }

    private static func link(_ name: String, _ type: String, _ asset: GalleryTemplate.Asset?) -> GalleryIcon {
        GalleryIcon(
            markup: HTMLText.tag("link", [("rel", "icon"), ("href", URLPath.encode(name)), ("type", type)]),
            asset: asset)
    }
}
