import AlcedoBase
public import AlcedoIndex
import AlcedoLoading
package import AlcedoManifest
public import AlcedoPages
import AlcedoReport

/// The generated pages of a site in a folder.
///
/// ```swift
/// let result = try SitePages(folder: "Public").show(index, variant: "hero")
/// ```
public struct SitePages: Sendable {
    let folder: String
    private let site: String?

    private let rules: [PageRewriter.Rule]
    private let allowOutside: [String]

    /// - Parameters:
    ///   - folder: The folder that is the root of the site.
    ///   - site: The address of the site, `https://example.org/blog`, for pages that use absolute addresses or are below a
    ///     path.
    ///   - rules: The variants of elements that selectors name.
    ///   - allowOutside: Folders outside of the site to which links to files may lead, if the site is written to another
    ///     folder.
    public init(
        folder: String, site: String? = nil, rules: [PageRewriter.Rule] = [], allowOutside: [String] = []
    ) {
        self.allowOutside = allowOutside.map(Site.absolute)
        self.folder = Self.withoutSlash(folder)
        self.site = site
        self.rules = rules
    }

    private static func withoutSlash(_ folder: String) -> String {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        return folder
    }

    /// Replaces each `<img>` that shows an image of `index` with a `<picture>`, in every `.html` and `.htm` file, and mends
    /// other addresses of images, also in style sheets; see `PageRewriter`. A file is replaced in one step, and only if
    /// something in it changes.
    ///
    /// Alcedo's own reports, XHTML, hidden files and folders are skipped, and links out of the folder are not followed. A file
    /// of the site with the name of an image but other bytes is not an image of the index: it is left alone in pages.
    ///
    /// - Parameters:
    ///   - variant: The variant to show where a page does not name a file of a variant. An image without it shows its only
    ///     variant with files.
    ///   - eager: The number of pictures on each page that load eagerly.
    ///   - element: The element that shows an image.
    ///   - output: Another folder for the site with its new pages; the original folder stays as it is. Its files are copied,
    ///     pages last, except sources of the index that no text of the new site names and hidden files that do not belong to a
    ///     site. Files that are up to date are not touched, and no file is deleted.
    ///   - isTrial: Whether to change nothing.
    ///   - tellsForeign: Whether each `<img>` that shows another image is a warning.
    ///   - isStrict: Whether an `<img>` of the site that shows another image is an error, because of which no file is changed,
    ///     and so is every other address of a picture; see ``Result/mistakes``.
    /// - Throws: `ToolError` before anything is changed, `SiteError`, or `CancellationError`. Earlier pages stay
    ///   changed.
    public func show(
        _ index: ImageIndex, variant: String? = nil, eager: Int = 1, element: PageRewriter.Element = .picture,
        to output: String? = nil, isTrial: Bool = false, tellsForeign: Bool = false,
        isStrict: Bool = false
    ) throws -> Result {
        try SiteError.filing {
            try shown(
                index, variant: variant, eager: eager, element: element, to: output, isTrial: isTrial,
                tellsForeign: tellsForeign, isStrict: isStrict)
        }
    }

    private func shown(
        _ index: ImageIndex, variant: String?, eager: Int, element: PageRewriter.Element, to output: String?,
        isTrial: Bool, tellsForeign: Bool, isStrict: Bool
    ) throws -> Result {
        let root = Site.absolute(folder)
        guard try FileSystem.status(of: root, followingLinks: true)?.kind == .directory else {
            throw SiteError.inTheWay("\(folder) is not a folder; name the folder with the generated pages")
        }
        let target = try output.map { try PageOutput(Self.withoutSlash($0), from: folder) }
        let files = SiteFolder(root: root, site: site)
        var rewriter = PageRewriter(
            index: index, site: site, variant: variant, eager: eager, element: element, files: files,
            rules: rules)
        rewriter.checksReferences = isStrict
        var survey = PageSurvey(
            index: index, rewriter: rewriter, folder: folder, files: files,
            output: target.map { ($0.name, SiteFolder(root: $0.root, site: site)) },
            tellsForeign: tellsForeign, isStrict: isStrict)
        let found = try walk(below: root, ["**/*.{html,htm,xhtml,xht}"], skipping: target)
        survey.add(found)
        survey.addPassedOver(found.files.filter(Self.isXHTML))
        var names = found.files.filter { !Self.isXHTML($0) }
        // In another folder, a link becomes a separate page.
        if target == nil { names = Self.withoutLinks(names, below: root) }
        // Everything is examined before anything is changed.
        var work: [String] = []
        var pinned: Set<String> = []
        let all = try target.map {
            try walk(
                below: root, ["**/*"] + Self.hiddenOfSites.flatMap { ["**/\($0)", "**/\($0)/**"] },
                skipping: $0)
        }
        // What the new site says, by which originals it may need.
        var words = FileWords()
        let hasOriginals = all?.files.contains(where: survey.mayBeSource) ?? false
        var isRead: Set<String> = []
        for name in names {
            try Task.checkCancellation()
            let page = try page(name, below: root, rewriter)
            survey.add(page, at: name)
            if case .rewritten(let page) = page {
                pinned.formUnion(page.pinnedStyleSheets)
                if hasOriginals { words.add(page.bytes) }
            }
            // A report names every source.
            if !page.isWide { isRead.insert(name) }
            if page.isToBeWritten { work.append(name) }
        }
        for name in try walk(below: root, ["**/*.css"], skipping: target).files {
            try Task.checkCancellation()
            let bytes = try FileSystem.readBytes(
                PathRules.real(root + "/" + name), limit: PageRewriter.largestFile)
            if TextWords.isWide(bytes) {
                survey.warnOfWide("style sheet", name)
                continue
            }
            let sheet = rewriter.rewrite(styleSheet: bytes, at: name)
            try Task.checkCancellation()
            if sheet.mended > 0, rewriter.isPinned(name, among: pinned) {
                survey.warnOfPinned(name)
                continue
            }
            if hasOriginals { words.add(sheet.bytes) }
            isRead.insert(name)
            survey.add(styleSheet: sheet, at: name)
            if sheet.mended > 0 { work.append(name) }
        }
        // What only other programs understand, and what pages do not say as pages.
        let texts =
            try (all ?? walk(below: root, ["**/*"], skipping: nil)).files.filter {
                FileWords.mayBeText($0) && !Self.isManifest($0)
            }
        let read = isRead.sorted()
        for name in target == nil ? Self.withoutLinks(read + texts, below: root) : texts
        where !isRead.contains(name) {
            try Task.checkCancellation()
            let hasLinks = Self.hasLinks(name)
            guard hasLinks || hasOriginals else { continue }
            let path = PathRules.real(root + "/" + name)
            guard FileWords.isText(try FileSystem.readBeginning(of: path, count: FileWords.beginning)) else {
                continue
            }
            let bytes = try FileSystem.readBytes(path)
            if Self.isIndex(bytes) { continue }
            if hasLinks { survey.add(text: rewriter.read(text: bytes, at: name), at: name) }
            if hasOriginals { words.add(bytes) }
        }
        try Task.checkCancellation()
        if let target { try refuseSwapped(target, names, index, rewriter, files) }
        if survey.hasMistakes { return survey.result() }
        try survey.check()
        if let all { survey.addLeftOut(all) }
        var result = survey.result()
        if let target, let all {
            let pages = Set(work)
            var others = all.files.filter { !pages.contains($0) && !Self.isManifest($0) }
            others.removeAll { survey.isUnusedSource($0) && !words.mayName($0) }
            result.written = try put(others, work, below: root, in: target, rewriter, isTrial: isTrial)
        } else if !isTrial {
            let folders = Set((names + work).map { FileSystem.folder(of: PathRules.real(root + "/" + $0)) })
            for folder in folders.sorted() { try PageOutput.removeLeftovers(in: folder) }
            for name in work {
                try Task.checkCancellation()
                guard case .rewritten(let page) = try page(name, below: root, rewriter) else { continue }
                // A link within the folder stays a link.
                try FileSystem.replaceAtomically(PathRules.real(root + "/" + name), with: page.bytes)
            }
        }
        return result
    }

    /// Refuses to replace pages of the author's, which show originals, in a folder without the images by those beside the images:
    /// the folders were probably confused.
    private func refuseSwapped(
        _ target: PageOutput, _ pages: [String], _ index: ImageIndex, _ rewriter: PageRewriter,
        _ files: SiteFolder
    ) throws {
        let base = index.baseURL.drop { $0 == "/" }
        let images = index.entries.lazy.flatMap(\.image.variants.values).flatMap(\.formats).flatMap(\.files)
            .compactMap(\.file).prefix(100).map { "\(base)/\($0)" }
        let output = SiteFolder(root: target.root, site: site)
        guard index.baseURL.hasPrefix("/"), images.contains(where: { files.bytes(at: $0) != nil }),
            !images.contains(where: { output.bytes(at: $0) != nil })
        else { return }
        for name in pages where output.bytes(at: name) != nil {
            guard case .rewritten(let page) = try page(name, below: target.root, rewriter), page.replaced > 0
            else { continue }
            throw SiteError.inTheWay(
                "\(target.name)/\(name) would be replaced, but the images are in \(folder) and not in \(target.name); name the "
                    + "folder with the generated pages first and that of the images after --to, or move \(target.name) away"
            )
        }
    }

    /// Writes a site to another folder, with the files that pages name before the pages.
    /// - Returns: The number of files that were missing or out of date.
    private func put(
        _ others: [String], _ pages: [String], below root: String, in target: PageOutput,
        _ rewriter: PageRewriter, isTrial: Bool
    ) throws -> Int {
        var written = 0
        try target.check(others + pages)
        if !isTrial { try target.prepare(for: others + pages) }
        for name in others where try !target.hasCopy(of: name) {
            try Task.checkCancellation()
            written += 1
            if !isTrial { try target.copy(name) }
        }
        for name in pages {
            try Task.checkCancellation()
            guard case .rewritten(let page) = try page(name, below: root, rewriter),
                try !target.has(page.bytes, at: name)
            else { continue }
            written += 1
            if !isTrial { try target.write(page.bytes, at: name) }
        }
        return written
    }

    // MARK: One page

    /// The kinds of files with the name of a page.
    enum Page {
        /// A report, which deliberately shows each file separately.
        case report
        /// A page in UTF-16, which is left as it is.
        case wide
        /// A rewritten page.
        case rewritten(PageRewriter.Page)

        /// Whether the page changes.
        var isToBeWritten: Bool {
            if case .rewritten(let page) = self { page.replaced + page.mended > 0 } else { false }
        }

        var isWide: Bool { if case .wide = self { true } else { false } }
    }

    private func page(_ name: String, below root: String, _ rewriter: PageRewriter) throws -> Page {
        let bytes = try FileSystem.readBytes(
            PathRules.real(root + "/" + name), limit: PageRewriter.largestFile)
        if name.lowercased().hasSuffix(".css") {
            let sheet = rewriter.rewrite(styleSheet: bytes, at: name)
            try Task.checkCancellation()
            return .rewritten(sheet)
        }
        if ReportPage.isReport(bytes) { return .report }
        if TextWords.isWide(bytes) { return .wide }
        let page = rewriter.rewrite(bytes, at: name)
        // It may be a part only.
        try Task.checkCancellation()
        return .rewritten(page)
    }

    // MARK: The folder

    private func walk(
        below root: String, _ patterns: [String], skipping output: PageOutput?
    ) throws -> GlobWalker.Result {
        do {
            // In place, a page outside of the site would be changed.
            let bounds = PathBounds(root: root, allowing: output == nil ? [] : allowOutside)
            return try GlobWalker(
                root: root, skipping: output.map { [$0.root] } ?? [], bounds: bounds, mayAllow: output != nil
            ).files(matching: try patterns.map { try GlobPattern($0) })
        } catch let error as FileSystemError {
            // The walker's paths are relative to the folder.
            let isRoot = error.path == "."
            let named = FileSystemError(
                error.operation, isRoot ? folder : folder + "/" + error.path, code: error.code)
            throw SiteError.disk(
                "\(named); make the folder readable" + (isRoot ? "" : ", or move it out of the site"))
        }
    }

    /// Hidden names that belong to a site: files for servers and hosts.
    static let hiddenOfSites = [".domains", ".htaccess", ".nojekyll", ".well-known"]

    /// Hidden names of version control, the Finder and Alcedo, which are left out without a warning.
    static let hiddenBesideSites = [".git", ".DS_Store", ".alcedo"]

    /// Whether a file of the root is a manifest or its lock file, which are no part of the site.
    private static func isManifest(_ name: String) -> Bool {
        ManifestReader.usualNames.contains(name.lowercased()) || name == "images.lock"
    }

    /// Whether the addresses in a text are for its readers. Those in settings of a server are what is asked for, and may be
    /// redirected.
    private static func hasLinks(_ name: String) -> Bool {
        !["_headers", "_redirects", ".htaccess", "robots.txt"].contains(name.split(separator: "/").last)
    }

    private static func isXHTML(_ name: String) -> Bool {
        [".xhtml", ".xht"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether a file is an image index, or a part of one, which names every source.
    private static func isIndex(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(1000), as: UTF8.self)
        return start.hasPrefix("{\n  \"order\": [\n")
            || start.hasPrefix("{") && start.contains("\"generator\": \"alcedo ")
    }

    /// Returns each page once, under its real name if it is among the paths.
    private static func withoutLinks(_ names: [String], below root: String) -> [String] {
        let top = PathRules.real(root) + "/"
        var seen = Set(names.map { top + $0 })
        return names.filter { name in
            let real = PathRules.real(root + "/" + name)
            return real == top + name || seen.insert(real).inserted
        }
    }
}

extension Manifest {
    /// The rules of `html`, whose selectors have been checked.
    package var pageRules: [PageRewriter.Rule] {
        html.compactMap { PageRewriter.Rule($0.selector, variant: $0.variant) }
    }
}
