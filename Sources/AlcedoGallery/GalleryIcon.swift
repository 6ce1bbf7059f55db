import AlcedoBase
import AlcedoIndex
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

    /// Returns the icon of a gallery's settings, or else takes the icons of the site, `favicon.ico` among the pages, or the
    /// built-in icon.
    ///
    /// - Parameters:
    ///   - file: The icon of the settings.
    ///   - hasOwn: Whether there is a `favicon.ico` among the pages.
    init(_ file: GalleryIconFile?, _ index: ImageIndex, hasOwn: Bool) {
        if let file {
            let asset = GalleryTemplate.Asset(named: "icon." + file.ending, file.bytes)
            self = Self.link(asset.name, file.type, asset)
        } else {
            let links = index.faviconLinks
            self =
                !links.isEmpty
                ? GalleryIcon(markup: links, asset: nil)
                : hasOwn ? Self.link("favicon.ico", "image/x-icon", nil) : Self.builtIn
        }
    }

    private init(markup: String, asset: GalleryTemplate.Asset?) {
        self.markup = markup
        self.asset = asset
    }

    /// Whether there is a `favicon.ico` in the folder with the pages.
    static func hasOwn(_ root: String) throws(FileSystemError) -> Bool {
        try FileSystem.status(of: root + "/favicon.ico", followingLinks: true)?.kind == .regular
    }

    private static func link(_ name: String, _ type: String, _ asset: GalleryTemplate.Asset?) -> GalleryIcon {
        GalleryIcon(
            markup: HTMLText.tag("link", [("rel", "icon"), ("href", URLPath.encode(name)), ("type", type)]),
            asset: asset)
    }
}
