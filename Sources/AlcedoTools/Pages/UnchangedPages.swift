import AlcedoIndex
import AlcedoPages

/// Reads the addresses in pages and style sheets that are left as they are, so that the files there are published.
struct UnchangedPages {
    private let reader: PageRewriter

    init(site: String?, files: SiteFolder) {
        // Without images, every address stays.
        reader = PageRewriter(
            index: ImageIndex(baseURL: "", generator: ""), site: site, files: files)
    }

    /// Returns all addresses of a file as it is written.
    func references(in bytes: [UInt8], at name: String) -> [PageRewriter.Reference] {
        let text = Self.isWide(bytes) ? Self.narrow(bytes) : bytes
        if name.lowercased().hasSuffix(".css") {
            return reader.rewrite(styleSheet: text, at: name).references
        }
        return reader.rewrite(Self.isXHTML(name) ? Self.html(text) : text, at: name).references
    }

    static func isXHTML(_ name: String) -> Bool {
        [".xhtml", ".xht"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether a file begins with the mark of UTF-16.
    static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// Returns UTF-16 as UTF-8, without the mark.
    private static func narrow(_ bytes: [UInt8]) -> [UInt8] {
        let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns XHTML with end tags for elements whose contents are text in HTML, where `/>` ends none of them.
    private static func html(_ xhtml: [UInt8]) -> [UInt8] {
        let text = String(decoding: xhtml, as: UTF8.self)
        let closed = text.replacing(
            /<(script|style|title|textarea|iframe|xmp|noembed|noframes|noscript)(\s[^<>]*)?\/>/.ignoresCase()
        ) { "<\($0.1)\($0.2 ?? "")></\($0.1)>" }
        return Array(closed.utf8)
    }
}
