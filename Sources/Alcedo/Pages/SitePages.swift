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
        let found = try pages(below: root)
        for warning in found.warnings {
            result.warnings.append(Diagnostic(.warning, folder + "/" + warning, at: nil))
        }
        for name in found.unnamed {
            result.warnings.append(
                Diagnostic(
                    .warning, "the name '\(folder)/\(name)' is not UTF-8, so the page is left as it is",
                    at: nil)
            )
        }
        let rewriter = PageRewriter(index: index, site: site, variant: variant, eager: eager) { name, image in
            Self.isOther(root + "/" + name, image)
        }
        if !isTrial {
            try Self.removeLeftovers(
                in: Set(found.files.map { FileSystem.folder(of: PathRules.real(root + "/" + $0)) }))
        }
        for name in found.files {
            try Task.checkCancellation()
            // A link within the folder stays one.
            let path = PathRules.real(root + "/" + name)
            let bytes = try FileSystem.readBytes(path)
            // It shows each file by itself, on purpose.
            if ReportPage.isReport(bytes) { continue }
            result.pages += 1
            if Self.isUTF16(bytes) {
                result.warnings.append(
                    Diagnostic(
                        .warning, "the page is UTF-16, so it is left as it is; have it written as UTF-8",
                        at: SourceLocation(file: folder + "/" + name, line: 1, column: 1)))
                continue
            }
            let page = rewriter.rewrite(bytes, at: name)
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
            if !isTrial { try FileSystem.replaceAtomically(path, with: page.bytes) }
        }
        return result
    }

    private func pages(below root: String) throws -> GlobWalker.Result {
        do {
            return try GlobWalker(root: root).files(matching: [try GlobPattern("**/*.{html,htm}")])
        } catch let error as FileSystemError {
            // The walker's paths are those below the folder.
            throw FileSystemError(
                error.operation, error.path == "." ? folder : folder + "/" + error.path, code: error.code)
        }
    }

    // What a killed process left beside a page would be published with the site.
    private static func removeLeftovers(in folders: Set<String>) throws(FileSystemError) {
        for folder in folders.sorted() {
            for entry in try FileSystem.entries(ofDirectory: folder)
            where entry.kind == .regular && FileSystem.isTemporaryOfDeadProcess(entry.name) {
                try FileSystem.removeFile(at: folder + "/" + entry.name)
            }
        }
    }

    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
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
