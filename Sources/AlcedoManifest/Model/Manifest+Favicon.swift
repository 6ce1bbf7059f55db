package import AlcedoBase
import AlcedoIndex
public import AlcedoRecipes

extension Manifest {
    /// The icons of a site in browser tabs, bookmarks and on home screens, all made from one picture.
    public struct Favicon: Hashable, Sendable {
        /// The path of the picture, relative to the manifest; best an SVG.
        public var source: String
        /// The name below the icon on a home screen.
        public var name: String?
        /// The name where there is little room.
        public var shortName: String?
        /// The color behind the icons that may not be transparent.
        public var background: SRGBColor
        /// The color of the browser around the page.
        public var themeColor: SRGBColor?
        /// The folder of the files, relative to the manifest; `nil` for the site's root, as far as it is known.
        public var folder: String?
        /// The address of that folder in pages; `nil` if it follows from the base URL.
        public var url: String?
        /// The position of the source in the manifest.
        package var location: Diagnostic.Location

        /// Creates settings; the defaults are those of a manifest.
        public init(
            _ source: String, name: String? = nil, shortName: String? = nil,
            background: SRGBColor = SRGBColor(red: 255, green: 255, blue: 255), themeColor: SRGBColor? = nil,
            folder: String? = nil, url: String? = nil
        ) {
            self.source = source
            (self.name, self.shortName) = (name, shortName)
            (self.background, self.themeColor) = (background, themeColor)
            (self.folder, self.url) = (folder, url)
            location = Diagnostic.Location(name: "'favicon'")
        }
    }

    /// The folder of the site and its address in pages, as far as they are known: `output` and `base-url` without the parts
    /// at the end that both have.
    ///
    /// `Public/images` at `/images` is in a site whose root is `Public`, at `/`.
    package var siteRoot: (folder: String, url: String) {
        var folder = output.absolute.split(separator: "/")[...]
        let (start, address) = Self.split(baseURL)
        var url = address.split(separator: "/")[...]
        while let last = folder.last, let part = url.last,
            URLPath.encode(String(last)) == part || last == part
        {
            folder.removeLast()
            url.removeLast()
        }
        let rootURL = start + (start.hasSuffix("/") || url.isEmpty ? "" : "/") + url.joined(separator: "/")
        return ("/" + folder.joined(separator: "/"), rootURL)
    }

    /// Returns the folder of the icons and its address in pages: without settings, the root of the site.
    package func place(of favicon: Favicon) -> (folder: String, url: String) {
        let root = siteRoot
        guard let own = favicon.folder else { return (root.folder, favicon.url ?? root.url) }
        let path = PathRules.absolute(own, from: directory)
        let known = path == root.folder ? root.url : path == output.absolute ? baseURL : "/"
        return (path, favicon.url ?? known)
    }

    /// Separates `https://host` or the beginning of a path from the rest of an address.
    private static func split(_ address: String) -> (start: String, path: Substring) {
        if let scheme = address.firstRange(of: "://") {
            let slash = address[scheme.upperBound...].firstIndex(of: "/") ?? address.endIndex
            return (String(address[..<slash]), address[slash...])
        }
        // `../images` is below a folder that is not known.
        let start = address.prefix { $0 == "." || $0 == "/" }
        return (start.isEmpty ? "" : String(start), address[start.endIndex...])
    }
}

extension Manifest.Favicon {
    /// The settings as a file has them.
    var written: WrittenValue {
        .mapping([
            ("source", .text(source)), ("name", name.map(WrittenValue.text)),
            ("short-name", shortName.map(WrittenValue.text)), ("background", .text(background.hex)),
            ("theme-color", themeColor.map { .text($0.hex) }), ("folder", folder.map(WrittenValue.text)),
            ("url", url.map(WrittenValue.text)),
        ])
    }
}
