public import AlcedoBase
import AlcedoIndex
import AlcedoLoading

/// The pages of a site that some generator has written, below one folder.
///
/// ```swift
/// let result = try SitePages(folder: "Public").show(index, variant: "hero")
/// ```
public struct SitePages: Sendable {
    /// What became of them.
    public struct Result: Hashable, Sendable {
        /// Pages that were read.
        public var pages = 0
        /// Pages that were written anew.
        public var changed = 0
        /// Pictures that were put in.
        public var pictures = 0
        /// `<img>` elements that show no image of the index.
        public var foreign = 0
        /// What somebody should know, with its place.
        public var warnings: [Diagnostic] = []
    }

    private let folder: String

    /// - Parameter folder: The folder that is the root of the site.
    public init(folder: String) {
        self.folder = folder
    }

    /// Puts a `<picture>` in the place of each `<img>` that shows an image of `index`, in every `.html` and `.htm` file;
    /// see `PageRewriter`. A page is replaced in one step, and only if something in it changes.
    ///
    /// Hidden files and folders are passed by, and no link is followed out of the folder.
    ///
    /// - Parameters:
    ///   - variant: What is shown where a page does not name a file of a variant itself.
    ///   - eager: How many pictures of a page are loaded at once.
    ///   - isTrial: Whether only to say what would be done.
    ///   - tellsForeign: Whether each `<img>` that shows no image of the index is a warning.
    /// - Throws: ``SiteError``, `FileSystemError`. Pages before that are done.
    public func show(
        _ index: ImageIndex, variant: String? = nil, eager: Int = 1, isTrial: Bool = false,
        tellsForeign: Bool = false
    ) throws -> Result {
        let root = Site.absolute(folder)
        guard try FileSystem.status(of: root, followingLinks: true)?.kind == .directory else {
            throw SiteError.inTheWay("\(folder) is no folder; name the one with the generated pages")
        }
        var result = Result()
        let found = try GlobWalker(root: root).files(
            matching: [try GlobPattern("**/*.{html,htm}")])
        for warning in found.warnings { result.warnings.append(Diagnostic(.warning, warning, at: nil)) }
        for name in found.unnamed {
            result.warnings.append(
                Diagnostic(.warning, "the name '\(name)' is not UTF-8, so the page is left as it is", at: nil)
            )
        }
        let rewriter = PageRewriter(index: index, variant: variant, eager: eager)
        for name in found.files {
            let path = root + "/" + name
            let bytes = try FileSystem.readBytes(path)
            let page = rewriter.rewrite(bytes, at: name)
            result.pages += 1
            result.pictures += page.replaced
            for notice in page.notices {
                if notice.isForeign { result.foreign += 1 }
                guard !notice.isForeign || tellsForeign else { continue }
                let place = SourceLocation(
                    file: folder + "/" + name, line: notice.line, column: notice.column)
                result.warnings.append(Diagnostic(.warning, notice.message, at: place))
            }
            guard page.replaced > 0 else { continue }
            result.changed += 1
            if !isTrial { try FileSystem.writeAtomically(page.bytes, to: path) }
        }
        return result
    }
}

extension SiteBuilder {
    /// The path of the index that a build writes.
    /// - Throws: ``ManifestMistakes``.
    public func indexPath() throws -> String {
        try Site(options, environment: environment).indexPath
    }
}
