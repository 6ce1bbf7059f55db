import AlcedoBase
import AlcedoIndex
import AlcedoPages
import AlcedoReport
import AlcedoSitePages

/// Pages as `alcedo html` would write them, until something changes.
struct PreviewPages: Sendable {
    private let rewriter: PageRewriter
    /// Ids of pictures by the paths of their sources.
    private let originals: [String: String]
    let index: ImageIndex

    /// - Parameters:
    ///   - index: The images, with addresses of this server.
    ///   - rules: The manifest's.
    init(
        _ index: ImageIndex, _ rules: [PageRewriter.Rule], in folder: PreviewFolder, _ options: PreviewOptions
    ) {
        self.index = index
        rewriter = PageRewriter(
            index: index, site: options.site, variant: options.variant, eager: options.eager,
            element: options.element, files: SiteFolder(root: folder.root, site: options.site), rules: rules)
        originals = Dictionary(
            index.images.map { ($0.value.source.path ?? $0.key, $0.key) }, uniquingKeysWith: { min($0, $1) })
    }

    /// Returns the id of the picture whose source has this path, or that has this id.
    func original(_ path: String) -> String? {
        originals[path] ?? (index.images[path] == nil ? nil : path)
    }

    /// A version of a page or a style sheet.
    struct Key: Hashable, Sendable {
        /// Its path from the root of the site.
        var path: String
        /// Differs after each change of the file.
        var tag: String
        /// The number of times that anything has changed.
        var version: Int
    }

    /// Returns a page with its pictures.
    ///
    /// - Parameters:
    ///   - path: Its path from the root of the site.
    ///   - isUTF8: Whether its encoding is known to be UTF-8.
    func rewritten(_ bytes: [UInt8], at path: String, isUTF8: Bool) -> PreviewPage {
        if ReportPage.isReport(bytes) { return PreviewPage(bytes, isUTF8: isUTF8) }
        let page = rewriter.rewrite(bytes, at: path)
        let problems = page.notices.filter { !$0.isForeign }.map {
            "\(path):\($0.line):\($0.column): \($0.message)"
        }
        return PreviewPage(
            page.bytes, isUTF8: isUTF8, problems: problems, pinnedStyleSheets: page.pinnedStyleSheets)
    }

    /// Whether one of the pinned style sheets of pages is that at a path from the root of the site.
    func isPinned(_ path: String, among pinned: Set<String>) -> Bool {
        rewriter.isPinned(path, among: pinned)
    }

    /// Returns a style sheet with its pictures.
    ///
    /// - Parameter path: Its path from the root of the site.
    func rewritten(styleSheet bytes: [UInt8], at path: String) -> [UInt8] {
        rewriter.rewrite(styleSheet: bytes, at: path).bytes
    }
}
