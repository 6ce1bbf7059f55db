import AlcedoBase
import AlcedoIndex
import AlcedoPages
import AlcedoTools

/// Pages as `alcedo html` would write them, until something changes.
struct PreviewPages: Sendable {
    private let rewriter: PageRewriter
    /// Ids of pictures by the paths of their sources.
    private let originals: [String: String]
    let index: ImageIndex

    /// - Parameter index: The images, with addresses of this server.
    init(_ index: ImageIndex, in folder: PreviewFolder, _ options: PreviewOptions) {
        self.index = index
        rewriter = PageRewriter(
            index: index, site: options.site, variant: options.variant, eager: options.eager,
            element: options.element, files: SiteFolder(root: folder.root, site: options.site))
        originals = Dictionary(
            index.images.map { ($0.value.source.path ?? $0.key, $0.key) }, uniquingKeysWith: { min($0, $1) })
    }

    /// Returns the id of the picture whose source has this path, or that has this id.
    func original(_ path: String) -> String? {
        originals[path] ?? (index.images[path] == nil ? nil : path)
    }

    /// Returns a page with its pictures and the script.
    ///
    /// - Parameter path: Its path from the root of the site.
    func page(_ bytes: [UInt8], at path: String, generation: Int) -> [UInt8] {
        // UTF-16 and UTF-32 are not compatible with ASCII.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return bytes }
        let page = ReportPage.isReport(bytes) ? bytes : rewriter.rewrite(bytes, at: path).bytes
        return Self.insert(PreviewScript.element(generation), into: page)
    }

    /// Inserts an element at the end of the body.
    static func insert(_ element: String, into page: [UInt8]) -> [UInt8] {
        let end = Array("</body".utf8)
        var place = page.count - end.count
        while place >= 0 {
            if zip(page[place...], end).allSatisfy({ $0 | 0x20 == $1 | 0x20 }), page[place] == end[0] {
                return Array(page[..<place]) + Array(element.utf8) + Array(page[place...])
            }
            place -= 1
        }
        return page + Array(element.utf8)
    }
}
