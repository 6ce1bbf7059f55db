import AlcedoBase
import AlcedoIndex
import AlcedoPages

/// Answers with files of the folder: as they are, or with their pictures.
extension PreviewSite {
    func file(
        _ file: PreviewFolder.File, at path: String, _ request: PreviewRequest
    ) async throws -> PreviewResponse {
        let type = MediaTypes.type(of: path)
        if type == "text/html" { return try await page(file, at: path, request) }
        if type.hasPrefix("text/css"), let response = try await styleSheet(file, at: path, type) {
            return response
        }
        var response = PreviewResponse(200, type, .parts([file.whole]))
        response.headers["ETag"] = file.tag
        response.headers["Accept-Ranges"] = "bytes"
        if path.lowercased().hasSuffix(".svgz") { response.headers["Content-Encoding"] = "gzip" }
        return response
    }

    /// Returns a style sheet if its addresses change, and not too slowly.
    private func styleSheet(
        _ file: PreviewFolder.File, at path: String, _ type: String
    ) async throws -> PreviewResponse? {
        let sheet = try await workshop.page(for: key(file, at: path)) { [self] in
            let bytes = try file.opened.readAll(limit: PageRewriter.largestFile)
            guard let pages = currentPages(),
                !pinned.withLock({ $0.values.contains { pages.isPinned(path, among: $0) } })
            else { return PreviewPage(bytes, isChanged: false) }
            let new = pages.rewritten(styleSheet: bytes, at: path)
            return PreviewPage(new, isChanged: new != bytes)
        }
        guard let sheet else {
            tellProblem(Self.tooSlow(path))
            return nil
        }
        return sheet.isChanged ? PreviewResponse(200, type, .parts([.page(sheet)])) : nil
    }

    private func page(
        _ file: PreviewFolder.File, at path: String, status: Int = 200, _ request: PreviewRequest
    ) async throws -> PreviewResponse {
        // Before the page is read: a change in between leads to another load, at worst.
        let generation = audience.generation
        let page = try await workshop.page(for: key(file, at: path)) { [self] in
            try rewritten(file.opened, at: path)
        }
        let problems = page?.problems ?? [Self.tooSlow(path)]
        for problem in problems { tellProblem(problem) }
        let content = page.map { .page($0) } ?? file.whole
        // UTF-16 and UTF-32 are not compatible with ASCII.
        let beginning = try content.piece(at: 0, count: 2)
        if beginning == Data([0xFF, 0xFE]) || beginning == Data([0xFE, 0xFF]) {
            return PreviewResponse(status, "text/html", .parts([content]))
        }
        // Behind everything: wherever else, it could be in a comment or a string of the page.
        let script = PreviewScript.element(
            generation, problems: problems, host: request.headers["host"] ?? "")
        return PreviewResponse(
            status, page?.isUTF8 == true ? "text/html; charset=utf-8" : "text/html",
            .parts([content, .data(Data(script.utf8))]))
    }

    private func rewritten(_ file: OpenedFile, at path: String) throws -> PreviewPage {
        let bytes = try file.readAll(limit: PageRewriter.largestFile)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return PreviewPage(bytes)
        }
        // Without bytes of its own, the encoding may be one of 7 bits.
        let isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        guard let pages = currentPages() else { return PreviewPage(bytes, isUTF8: isUTF8) }
        let page = pages.rewritten(BaseElement.changing(bytes, localBase), at: path, isUTF8: isUTF8)
        pinned.withLock { $0[path] = page.pinnedStyleSheets.isEmpty ? nil : page.pinnedStyleSheets }
        return page
    }

    private func key(_ file: PreviewFolder.File, at path: String) -> PreviewPages.Key {
        PreviewPages.Key(path: path, tag: file.tag, version: version)
    }

    private static func tooSlow(_ path: String) -> String {
        "\(path): to find its pictures takes longer than \(patience) s, so it is shown as it is; load it again later"
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

    func notFound(_ request: PreviewRequest, _ path: PreviewPath) async throws -> PreviewResponse {
        let reason = "/\(path.text) is neither a file of the site nor the path of a picture of the manifest"
        if request.isForPicture { return failure(404, reason) }
        if let page = PreviewPath("/404.html"), case .file(let file) = try folder.find(page) {
            return try await self.page(file, at: page.text, status: 404, request)
        }
        let html =
            "<!doctype html><title>404</title><p>\(HTMLText.escape(reason))</p>"
            + PreviewScript.element(audience.generation, host: request.headers["host"] ?? "")
        return PreviewResponse(404, "text/html; charset=utf-8", .data(Data(html.utf8)))
    }
}
