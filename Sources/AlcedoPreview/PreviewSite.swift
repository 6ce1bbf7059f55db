package import Alcedo
import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoPages

/// Answers requests to the preview of a site.
package final class PreviewSite: Sendable {
    /// The absolute path of the folder of pages, which may lead through links.
    let root: String
    let preview: SitePreview
    let audience = PreviewAudience()
    private let options: PreviewOptions
    /// Segments of the path of the site on its host.
    private let start: [String]
    private let pages = Locked<PreviewPages?>(nil)
    /// The paths of style sheets whose digests are in pages, by page. Browsers refuse them once they change.
    private let pinned = Locked<[String: Set<String>]>([:])
    private let tellProblem: @Sendable (String) -> Void

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
        self.preview = preview
        self.options = options
        self.tellProblem = tellProblem
        start = options.site.map(Self.segments) ?? []
    }

    /// The segments of the path of an address, decoded.
    private static func segments(of address: String) -> [String] {
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

    private static func path(_ segments: [String], isFolder: Bool) -> String {
        let path = "/" + URLPath.encode(segments.joined(separator: "/"))
        return isFolder && path != "/" ? path + "/" : path
    }

    /// The folder of pages, which a generator may replace.
    var folder: PreviewFolder { PreviewFolder(root) }

    /// The variant that pages show, if one was named.
    var variant: String? { options.variant }

    /// Forgets what it knows of files, since some have changed.
    func forget() { pages.withLock { $0 = nil } }

    private func currentPages() -> PreviewPages? {
        guard let scene = preview.scene else { return nil }
        return pages.withLock { pages in
            let known =
                pages
                ?? PreviewPages(
                    Self.local(scene.index), scene.manifest.html, in: folder, options)
            pages = known
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

    private static func isElsewhere(_ base: String) -> Bool {
        base.contains("://") || base.hasPrefix("//")
    }

    // MARK: Answers

    /// Answers a request.
    package func respond(to request: PreviewRequest) async -> PreviewResponse {
        if let refusal = PreviewGate.refusal(of: request) { return refusal }
        guard let path = PreviewPath(request.path) else {
            return .text(400, "'\(request.path)' is not a path")
        }
        var response = await answer(request, path)
        if let tag = response.headers["ETag"], response.status == 200,
            request.headers["if-none-match"]?.contains(tag) == true
        {
            response.status = 304
            response.body = .data(Data())
            response.headers["Content-Type"] = nil
        }
        return response
    }

    private func answer(_ request: PreviewRequest, _ path: PreviewPath) async -> PreviewResponse {
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
        if path.segments.isEmpty, !start.isEmpty { return .redirect(302, to: firstPath) }
        if let name = pictureName(path), let response = await picture(name) { return response }
        guard let below = path.below(start) else { return notFound(request, path) }
        switch folder.find(below) {
        case .file(let file): return self.file(file, at: below.text, request)
        case .folder:
            return index(of: below, path, request) ?? bare(below, request) ?? notFound(request, path)
        case nil:
            if let response = bare(below, request) { return response }
            if let response = await original(below.text) { return response }
            return notFound(request, path)
        }
    }

    private func index(
        of folder: PreviewPath, _ path: PreviewPath, _ request: PreviewRequest
    ) -> PreviewResponse? {
        for name in ["index.html", "index.htm"] {
            let page = folder.appending(name)
            guard case .file(let file) = self.folder.find(page) else { continue }
            if !folder.isFolder {
                return .redirect(301, to: Self.path(path.segments, isFolder: true) + request.query)
            }
            return self.file(file, at: page.text, request)
        }
        return nil
    }

    /// `about.html` for `/about`.
    private func bare(_ path: PreviewPath, _ request: PreviewRequest) -> PreviewResponse? {
        guard !path.isFolder, let last = path.segments.last else { return nil }
        let page = path.replacingLast(with: last + ".html")
        guard case .file(let file) = folder.find(page) else { return nil }
        return self.file(file, at: page.text, request)
    }

    // MARK: Files

    private func file(
        _ file: PreviewFolder.File, at path: String, _ request: PreviewRequest
    ) -> PreviewResponse {
        let type = MediaTypes.type(of: path)
        if type == "text/html" { return page(file, at: path, request) }
        if type.hasPrefix("text/css"), let response = styleSheet(file, at: path, type) { return response }
        let bytes = file.status.size
        var response = PreviewResponse(200, type, .file(file.path, 0..<bytes))
        response.headers["ETag"] = file.tag
        response.headers["Accept-Ranges"] = "bytes"
        if path.lowercased().hasSuffix(".svgz") { response.headers["Content-Encoding"] = "gzip" }
        guard let text = request.headers["range"], request.headers["if-range"] == nil else { return response }
        switch ByteRange.parse(text, of: bytes) {
        case .whole: break
        case .part(let range):
            response.status = 206
            response.body = .file(file.path, range)
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes)"
        case .impossible:
            response = .text(416, "the file has \(bytes) bytes")
            response.headers["Content-Range"] = "bytes */\(bytes)"
        }
        return response
    }

    /// Returns a style sheet if its addresses change.
    private func styleSheet(_ file: PreviewFolder.File, at path: String, _ type: String) -> PreviewResponse? {
        guard let pages = currentPages(),
            !pinned.withLock({ $0.values.contains { pages.isPinned(path, among: $0) } })
        else { return nil }
        do {
            let bytes = try FileSystem.readBytes(file.path)
            let new = pages.rewritten(styleSheet: bytes, at: path)
            return new == bytes ? nil : PreviewResponse(200, type, .data(Data(new)))
        } catch {
            return .text(500, "\(error)")
        }
    }

    private func page(
        _ file: PreviewFolder.File, at path: String, status: Int = 200, _ request: PreviewRequest
    ) -> PreviewResponse {
        // Before the page is read: a change in between leads to another load, at worst.
        let generation = audience.generation
        do {
            var bytes = try FileSystem.readBytes(file.path)
            // UTF-16 and UTF-32 are not compatible with ASCII.
            if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
                return PreviewResponse(status, "text/html", .data(Data(bytes)))
            }
            // Without bytes of its own, the encoding may be one of 7 bits.
            let isUTF8 =
                bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
            var problems: [String] = []
            if let pages = currentPages() {
                let page = pages.rewritten(BaseElement.changing(bytes, localBase), at: path)
                (bytes, problems) = (page.bytes, page.problems)
                pinned.withLock { $0[path] = page.pinnedStyleSheets.isEmpty ? nil : page.pinnedStyleSheets }
                for problem in problems { tellProblem(problem) }
            }
            // Behind everything: wherever else, it could be in a comment or a string of the page.
            let script = PreviewScript.element(
                generation, problems: problems, host: request.headers["host"] ?? "")
            return PreviewResponse(
                status, isUTF8 ? "text/html; charset=utf-8" : "text/html",
                .data(Data(bytes + Array(script.utf8))))
        } catch {
            return .text(500, "\(error)")
        }
    }

    /// Returns the `<base>` of a page as one of this server, unless it is of another site.
    private func localBase(_ address: String) -> String? {
        guard Self.isElsewhere(address) else { return nil }
        func host(_ text: String) -> Substring? {
            text.split(separator: "//", maxSplits: 1).last?.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        }
        if let site = options.site, host(site)?.lowercased() != host(address)?.lowercased() { return nil }
        let segments = Self.segments(of: address)
        guard segments.starts(with: start) else { return firstPath }
        // Without an address of the site, its root is that of this server.
        return options.site == nil ? "/" : Self.path(segments, isFolder: address.hasSuffix("/"))
    }

    private func notFound(_ request: PreviewRequest, _ path: PreviewPath) -> PreviewResponse {
        let reason = "/\(path.text) is neither a file of the site nor the path of a picture of the manifest"
        if request.isForPicture { return failure(404, reason) }
        if let page = PreviewPath("/404.html"), case .file(let file) = folder.find(page) {
            return self.page(file, at: page.text, status: 404, request)
        }
        let html =
            "<!doctype html><title>404</title><p>\(HTMLText.escape(reason))</p>"
            + PreviewScript.element(audience.generation, host: request.headers["host"] ?? "")
        return PreviewResponse(404, "text/html; charset=utf-8", .data(Data(html.utf8)))
    }

    // MARK: Pictures

    /// The segments below which this server has the files of the index.
    private func base(_ index: ImageIndex) -> [String] {
        let base = index.baseURL
        if Self.isElsewhere(base) { return [PreviewScript.folder, "images"] }
        return (base.hasPrefix("/") ? [] : start) + Self.segments(of: base)
    }

    /// Returns the name of a file below the base URL.
    private func pictureName(_ path: PreviewPath) -> String? {
        guard let index = preview.scene?.index else { return nil }
        return path.below(base(index))?.text
    }

    private func picture(_ name: String) async -> PreviewResponse? {
        if let reason = preview.scene?.failures[name] { return failure(200, reason) }
        do {
            return try await preview.picture(named: name).map(Self.response)
        } catch {
            return failure(500, "\(name): \(error)")
        }
    }

    private func original(_ path: String) async -> PreviewResponse? {
        guard let pages = currentPages(), let id = pages.original(path), let entry = pages.index.images[id]
        else { return nil }
        let files = entry.variants.values.flatMap(\.formats).flatMap(\.files).filter { $0.file != nil }
        if let name = files.first?.file, let reason = preview.scene?.failures[name] {
            return failure(200, reason)
        }
        do {
            guard let picture = try await preview.original(of: id) else { return nil }
            if MediaTypes.isShownByBrowsers(picture.mediaType) { return Self.response(picture) }
        } catch {
            return failure(500, "\(id): \(error)")
        }
        // The last format is the one that every browser shows.
        let last = entry.variants.values.compactMap { $0.formats.last?.files.last }
        guard let name = last.max(by: { $0.width < $1.width })?.file else { return nil }
        return .redirect(302, to: Self.path(base(pages.index) + [name], isFolder: false))
    }

    private static func response(_ picture: PreviewPicture) -> PreviewResponse {
        var response = PreviewResponse(200, picture.mediaType, .data(picture.data))
        if let digest = picture.digest {
            response.headers["ETag"] = "\"\(digest.hex)\""
        } else {
            response.headers["Cache-Control"] = "no-store"
        }
        // A compressed SVG.
        if picture.mediaType == "image/svg+xml", picture.data.starts(with: [0x1F, 0x8B]) {
            response.headers["Content-Encoding"] = "gzip"
        }
        return response
    }

    /// Browsers show a picture whatever its status is.
    private func failure(_ status: Int, _ reason: String) -> PreviewResponse {
        var response = PreviewResponse(status, FailurePicture.type, .data(FailurePicture.svg(reason)))
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
