import Alcedo
import AlcedoBase
import AlcedoIndex

/// Answers with pictures: files of the index, originals, and reasons why there is none.
extension PreviewSite {
    /// The segments below which this server has the files of the index.
    private func base(_ index: ImageIndex) -> [String] {
        let base = index.baseURL
        if Self.isElsewhere(base) { return [PreviewScript.folder, "images"] }
        return (base.hasPrefix("/") ? [] : start) + Self.segments(of: base)
    }

    /// Returns the name of a file below the base URL.
    func pictureName(_ path: PreviewPath) -> String? {
        guard let index = preview.scene?.index else { return nil }
        return path.below(base(index))?.text
    }

    func picture(_ name: String) async -> PreviewResponse? {
        if let reason = preview.scene?.failures[name] { return failure(200, reason) }
        do {
            return try await preview.picture(named: name).map(Self.response)
        } catch {
            return failure(500, "\(name): \(error)")
        }
    }

    func original(_ path: String) async -> PreviewResponse? {
        guard let pages = currentPages(), let id = pages.original(path), let entry = pages.index.images[id]
        else { return nil }
        let files = entry.variants.values.flatMap(\.formats).flatMap(\.files).filter { $0.file != nil }
        if let name = files.first?.file, let reason = preview.scene?.failures[name] {
            return failure(200, reason)
        }
        do {
            guard let picture = try await preview.original(of: id, unless: PreviewPath.isHidden) else {
                return nil
            }
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
        let part: PreviewResponse.Part =
            switch picture.bytes {
            case .memory(let data): .data(data)
            case .file(let file): .file(file, 0..<file.status.size)
            }
        var response = PreviewResponse(200, picture.mediaType, .parts([part]))
        if let digest = picture.digest {
            response.headers["ETag"] = "\"\(digest.hex)\""
            response.headers["Accept-Ranges"] = "bytes"
        } else {
            response.headers["Cache-Control"] = "no-store"
        }
        // A compressed SVG.
        if picture.mediaType == "image/svg+xml", picture.isCompressed {
            response.headers["Content-Encoding"] = "gzip"
        }
        return response
    }

    /// Browsers show a picture whatever its status is.
    func failure(_ status: Int, _ reason: String) -> PreviewResponse {
        var response = PreviewResponse(status, FailurePicture.type, .data(FailurePicture.svg(reason)))
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
