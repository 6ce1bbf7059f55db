package import Alcedo
import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoPages
import AlcedoSitePages
import AlcedoTools

/// Answers requests to the preview of a site.
package final class PreviewSite: Sendable {
    /// The absolute path of the folder of pages, which may lead through links.
    let root: String
    let preview: SitePreview
    let audience = PreviewAudience()
    let options: PreviewOptions
    /// Segments of the path of the site on its host.
    let start: [String]
    private let pages = Locked<(version: Int, pages: PreviewPages?)>((0, nil))
    /// The paths of style sheets whose digests are in pages, by page. Browsers refuse them once they change.
    let pinned = Locked<[String: Set<String>]>([:])
    /// A few pages that take long leave threads for the others, which share the cores with them.
    let workshop = PageWorkshop<PreviewPages.Key, PreviewPage>(
        threads: max(8, Machine.cores), patience: .seconds(patience))
    /// The folder of pages, which a generator may replace. Its links are resolved once: one that takes its place meanwhile may
    /// lead anywhere.
    let folder: PreviewFolder
    let tellProblem: @Sendable (String) -> Void

    /// How long a request waits for its page, in seconds.
    static var patience: Int { 5 }

    /// - Parameters:
    ///   - folder: The folder that is the root of the site.
    ///   - tellProblem: Receives what is wrong with the pictures of a page, each time that it is shown.
    /// - Throws: `SiteError` if there is no such folder.
    package init(
        folder: String, _ preview: SitePreview, _ options: PreviewOptions,
        tellProblem: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        do {
            guard try FileSystem.status(of: folder, followingLinks: true)?.kind == .directory else {
                throw SiteError.inTheWay(
                    "\(folder) is not a folder; name the folder with the generated pages")
            }
        } catch let error as FileSystemError {
            throw SiteError.disk(error.description)
        }
        root = Site.absolute(folder)
        self.folder = PreviewFolder(root)
        self.preview = preview
        self.options = options
        self.tellProblem = tellProblem
        start = options.site.map(Self.segments) ?? []
    }

    /// The segments of the path of an address, decoded.
    static func segments(of address: String) -> [String] {
        let path =
            isElsewhere(address)
            ? address.split(separator: "//", maxSplits: 1).last.map { $0.drop { $0 != "/" } } ?? ""
            : address[...]
        return path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").filter {
            ![".", ".."].contains($0)
        }
        .map { String($0).percentDecoded ?? String($0) }
    }

    /// The address of the first page, below that of the server.
    package var firstPath: String { Self.path(start, isFolder: true) }

    static func path(_ segments: [String], isFolder: Bool) -> String {
        let path = "/" + URLPath.encode(segments.joined(separator: "/"))
        return isFolder && path != "/" ? path + "/" : path
    }

    /// The variant that pages show, if one was named.
    var variant: String? { options.variant }

    /// Forgets what it knows of files, since some have changed.
    func forget() {
        pages.withLock { $0 = ($0.version + 1, nil) }
        workshop.forget()
    }

    /// The number of times that something has changed.
    var version: Int { pages.withLock { $0.version } }

    func currentPages() -> PreviewPages? {
        guard let scene = preview.scene else { return nil }
        return pages.withLock { current in
            let known =
                current.pages
                ?? PreviewPages(
                    Self.local(scene.index), scene.manifest.pageRules, in: folder, options)
            current.pages = known
            return known
        }
    }

    /// Returns an index with addresses of this server. Those of another host would lead there.
    private static func local(_ index: ImageIndex) -> ImageIndex {
        guard isElsewhere(index.baseURL) else { return index }
        var index = index
        index.images = index.images.mapValues { entry in
            entry.mapAddresses { url, file in
                file?.file.map { URLPath.url(of: $0, below: "/\(PreviewScript.folder)/images") } ?? url
            }
        }
        return index
    }

    static func isElsewhere(_ base: String) -> Bool {
        base.contains("://") || base.hasPrefix("//")
    }

    // MARK: Answers

    /// Answers a request.
    package func respond(to request: PreviewRequest) async -> PreviewResponse {
        if let refusal = PreviewGate.refusal(of: request) { return refusal }
        guard let path = PreviewPath(request.path) else {
            return .text(400, "'\(request.path)' is not a path")
        }
        do {
            return try await answer(request, path).answering(request)
        } catch let error as FileSystemError where [EMFILE, ENFILE].contains(error.code) {
            return .text(503, "too many files are open; load it again later")
        } catch {
            return .text(500, "\(error)")
        }
    }

    private func answer(_ request: PreviewRequest, _ path: PreviewPath) async throws -> PreviewResponse {
        if let own = path.below([PreviewScript.folder]) {
            switch own.segments.first {
            case PreviewScript.name:
                return PreviewResponse(
                    200, MediaTypes.type(of: ".js"), .data(Data(PreviewScript.text.utf8)))
            case PreviewScript.events:
                return PreviewResponse(200, "text/event-stream", .events(audience.listen()))
            case "images": break
            default: return .text(404, "there is no /\(path.text)")
            }
        }
        try await preview.waitForFirstLook(options.patienceAtStart)
        if path.segments.isEmpty, !start.isEmpty { return .redirect(302, to: firstPath) }
        if let name = pictureName(path), let response = await picture(name) { return response }
        guard let below = path.below(start) else { return try await notFound(request, path) }
        switch try folder.find(below) {
        case .file(let file): return try await self.file(file, at: below.text, request)
        case .folder:
            if let response = try await index(of: below, path, request) { return response }
            if let response = try await bare(below, request) { return response }
        case nil:
            if let response = try await bare(below, request) { return response }
            if let response = await original(below.text) { return response }
        }
        return try await notFound(request, path)
    }

    private func index(
        of folder: PreviewPath, _ path: PreviewPath, _ request: PreviewRequest
    ) async throws -> PreviewResponse? {
        for name in ["index.html", "index.htm"] {
            let page = folder.appending(name)
            guard case .file(let file) = try self.folder.find(page) else { continue }
            if !folder.isFolder {
                return .redirect(301, to: Self.path(path.segments, isFolder: true) + request.query)
            }
            return try await self.file(file, at: page.text, request)
        }
        return nil
    }

    /// `about.html` for `/about`.
    private func bare(
        _ path: PreviewPath, _ request: PreviewRequest
    ) async throws -> PreviewResponse? {
        guard !path.isFolder, let last = path.segments.last else { return nil }
        let page = path.replacingLast(with: last + ".html")
        guard case .file(let file) = try folder.find(page) else { return nil }
        return try await self.file(file, at: page.text, request)
    }
}
