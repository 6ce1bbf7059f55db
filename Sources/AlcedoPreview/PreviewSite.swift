package import Alcedo
import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoPages

/// Answers requests to the preview of a site.
package final class PreviewSite: Sendable {
    let folder: PreviewFolder
    let preview: SitePreview
    let audience = PreviewAudience()
    private let options: PreviewOptions
    /// Segments of the path of the site on its host.
    private let start: [String]
    private let pages = Locked<PreviewPages?>(nil)

    /// - Parameter folder: The folder that is the root of the site.
    /// - Throws: `SiteError` if there is no such folder.
    package init(folder: String, _ preview: SitePreview, _ options: PreviewOptions) throws {
        do {
            guard try FileSystem.status(of: folder, followingLinks: true)?.kind == .directory else {
                throw SiteError.inTheWay(
                    "\(folder) is not a folder; name the folder with the generated pages")
            }
        } catch let error as FileSystemError {
            throw SiteError.disk(error.description)
        }
        self.folder = PreviewFolder(Site.absolute(folder))
        self.preview = preview
        self.options = options
        let path = options.site.flatMap { URLComponents(string: $0) }?.path ?? ""
        start = path.split(separator: "/").map(String.init)
    }

    /// The address of the first page, below that of the server.
    package var firstPath: String {
        start.isEmpty ? "/" : "/" + URLPath.encode(start.joined(separator: "/")) + "/"
    }

    /// Forgets what it knows of files, since some have changed.
    func forget() { pages.withLock { $0 = nil } }

    private func currentPages() -> PreviewPages? {
        guard let scene = preview.scene else { return nil }
        return pages.withLock { pages in
            let known = pages ?? PreviewPages(Self.local(scene.index, firstPath), in: folder, options)
            pages = known
            return known
        }
    }

    /// Returns an index with addresses of this server. Those of another host would lead there.
    private static func local(_ index: ImageIndex, _ start: String) -> ImageIndex {
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

    /// Whether a request to be told of changes is one of the preview's own pages.
    static func mayListen(_ request: PreviewRequest) -> Bool {
        PreviewGate.refusal(of: request) == nil
            && PreviewPath(request.path)?.segments == [PreviewScript.folder, PreviewScript.events]
    }

    private func answer(_ request: PreviewRequest, _ path: PreviewPath) async -> PreviewResponse {
        if let own = path.below([PreviewScript.folder]) {
            switch own.segments.first {
            case PreviewScript.name:
                return PreviewResponse(200, MediaTypes.type(of: ".js"), .data(Data(PreviewScript.text.utf8)))
            case PreviewScript.events: return PreviewResponse(200, "text/plain", .events)
            case "images": break
            default: return .text(404, "there is no /\(path.text)")
            }
        }
        if path.segments.isEmpty, !start.isEmpty { return .redirect(302, to: firstPath) }
        if let name = pictureName(path), let response = await picture(name, request) { return response }
        guard let below = path.below(start) else { return notFound(request, path) }
        switch folder.find(below) {
        case .file(let file, let bytes, let modified):
            return self.file(file, at: below.text, bytes: bytes, modified: modified, request)
        case .folder:
            return index(of: below, request) ?? notFound(request, path)
        case nil:
            if let page = PreviewPath(request.path + ".html")?.below(start), !below.isFolder,
                case .file(let file, let bytes, let modified) = folder.find(page)
            {
                return self.file(file, at: page.text, bytes: bytes, modified: modified, request)
            }
            if let response = await original(below.text, request) { return response }
            return notFound(request, path)
        }
    }

    private func index(of folder: PreviewPath, _ request: PreviewRequest) -> PreviewResponse? {
        for name in ["index.html", "index.htm"] {
            guard let path = PreviewPath("/" + URLPath.encode(folder.text) + "/" + name),
                case .file(let file, let bytes, let modified) = self.folder.find(path)
            else { continue }
            if !folder.isFolder { return .redirect(301, to: request.path + "/") }
            return self.file(file, at: path.text, bytes: bytes, modified: modified, request)
        }
        return nil
    }

    // MARK: Files

    private func file(
        _ file: String, at path: String, bytes: Int, modified: Int, _ request: PreviewRequest
    ) -> PreviewResponse {
        let type = MediaTypes.type(of: path)
        if type == "text/html" { return page(file, at: path) }
        var response = PreviewResponse(200, type, .file(file, 0..<bytes))
        response.headers["ETag"] = "\"\(String(modified, radix: 36))-\(String(bytes, radix: 36))\""
        response.headers["Accept-Ranges"] = "bytes"
        guard let text = request.headers["range"], request.headers["if-range"] == nil else { return response }
        switch ByteRange.parse(text, of: bytes) {
        case .whole: break
        case .part(let range):
            response.status = 206
            response.body = .file(file, range)
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes)"
        case .impossible:
            response = .text(416, "the file has \(bytes) bytes")
            response.headers["Content-Range"] = "bytes */\(bytes)"
        }
        return response
    }

    private func page(_ file: String, at path: String, status: Int = 200) -> PreviewResponse {
        // Before the page is read: a change in between leads to another load, at worst.
        let generation = audience.generation
        do {
            var bytes = try FileSystem.readBytes(file)
            if let pages = currentPages() { bytes = pages.page(bytes, at: path, generation: generation) }
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            return PreviewResponse(
                status, isUTF8 ? "text/html; charset=utf-8" : "text/html", .data(Data(bytes)))
        } catch {
            return .text(500, "\(error)")
        }
    }

    private func notFound(_ request: PreviewRequest, _ path: PreviewPath) -> PreviewResponse {
        let reason = "/\(path.text) is neither a file of the site nor the path of a picture of the manifest"
        if request.isForPicture { return failure(404, reason) }
        if let page = PreviewPath("/404.html"), case .file(let file, _, _) = folder.find(page) {
            return self.page(file, at: page.text, status: 404)
        }
        let html =
            "<!doctype html><title>404</title><p>\(HTMLText.escape(reason))</p>"
            + PreviewScript.element(audience.generation)
        return PreviewResponse(404, "text/html; charset=utf-8", .data(Data(html.utf8)))
    }

    // MARK: Pictures

    /// Returns the name of a file below the base URL.
    private func pictureName(_ path: PreviewPath) -> String? {
        if let below = path.below([PreviewScript.folder, "images"]) { return below.text }
        guard let base = preview.scene?.index.baseURL, !Self.isElsewhere(base) else { return nil }
        let isAbsolute = base.hasPrefix("/")
        let segments = base.split(separator: "/").map(String.init).filter { $0 != "." }
        return path.below((isAbsolute ? [] : start) + segments)?.text
    }

    private func picture(_ name: String, _ request: PreviewRequest) async -> PreviewResponse? {
        if let reason = preview.scene?.failures[name] { return failure(200, reason) }
        do {
            return try await preview.picture(named: name).map(Self.response)
        } catch {
            return failure(500, "\(name): \(error)")
        }
    }

    private func original(_ path: String, _ request: PreviewRequest) async -> PreviewResponse? {
        guard let pages = currentPages(), let id = pages.original(path), let entry = pages.index.images[id]
        else { return nil }
        if let name = entry.variants.values.lazy.compactMap({ $0.formats.first?.files.first?.file }).first,
            let reason = preview.scene?.failures[name]
        {
            return failure(200, reason)
        }
        do {
            guard let picture = try await preview.original(of: id) else { return nil }
            if MediaTypes.isShownByBrowsers(picture.mediaType) { return Self.response(picture) }
        } catch {
            return failure(500, "\(id): \(error)")
        }
        let largest = entry.variants.values.compactMap(\.fallback).max { $0.width < $1.width }
        return largest.map { .redirect(302, to: $0.src) }
    }

    private static func response(_ picture: PreviewPicture) -> PreviewResponse {
        var response = PreviewResponse(200, picture.mediaType, .data(picture.data))
        response.headers["ETag"] = "\"\(picture.digest.hex)\""
        return response
    }

    /// Browsers show a picture whatever its status is.
    private func failure(_ status: Int, _ reason: String) -> PreviewResponse {
        var response = PreviewResponse(status, FailurePicture.type, .data(FailurePicture.svg(reason)))
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
