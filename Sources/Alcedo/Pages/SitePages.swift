public import AlcedoBase
public import AlcedoIndex
import AlcedoLoading
import Foundation

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
    private let site: String?

    /// - Parameters:
    ///   - folder: The folder that is the root of the site.
    ///   - site: The address of the site, `https://example.org/blog`, for pages that have whole addresses or lie below a
    ///     path.
    public init(folder: String, site: String? = nil) {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
        self.site = site
    }

    /// Puts a `<picture>` in the place of each `<img>` that shows an image of `index`, in every `.html` and `.htm` file;
    /// see `PageRewriter`. A page is replaced in one step, and only if something in it changes.
    ///
    /// Alcedo's own reports, hidden files and folders are passed by, and no link is followed out of the folder. A file of
    /// the site that has the name of an image and other bytes is that file: pages that show it are left as they are.
    ///
    /// - Parameters:
    ///   - variant: What is shown where a page does not name a file of a variant itself.
    ///   - eager: How many pictures of a page are loaded at once.
    ///   - isTrial: Whether only to say what would be done.
    ///   - tellsForeign: Whether each `<img>` that shows no image of the index is a warning.
    /// - Throws: ``SiteError``, `FileSystemError`, `CancellationError`. Pages before that are done.
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
        let rewriter = PageRewriter(index: index, site: site, variant: variant, eager: eager) { name, image in
            Self.isOther(root + "/" + name, image)
        }
        for name in found.files {
            try Task.checkCancellation()
            // A link within the folder stays one.
            let path = PathRules.real(root + "/" + name)
            let bytes = try FileSystem.readBytes(path)
            // It shows each file by itself, on purpose.
            if ReportPage.isReport(bytes) { continue }
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
            if !isTrial { try Self.replace(path, with: page.bytes) }
        }
        return result
    }

    // Who may read a page stays who may read it.
    private static func replace(_ path: String, with bytes: [UInt8]) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        try FileSystem.writeAtomically(bytes, to: path)
        if let permissions = attributes[.posixPermissions] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        }
    }

    private static func isOther(_ path: String, _ image: ImageIndex.Entry) -> Bool {
        do {
            guard let status = try FileSystem.status(of: path, followingLinks: true), status.kind == .regular
            else { return false }
            guard status.size == image.source.bytes else { return true }
            return try FileSystem.digest(ofFile: path, followingLinks: true).digest.sri != image.source.digest
        } catch {
            // Nobody else can look at it either.
            return true
        }
    }
}

extension SiteBuilder {
    /// The path of the index that a build writes.
    /// - Throws: ``ManifestMistakes``.
    public func indexPath() throws -> String {
        try Site(options, environment: environment).indexPath
    }
}
