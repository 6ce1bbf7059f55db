import AlcedoBase
import AlcedoManifest
import AlcedoTools

/// Renders the pages of a gallery and writes them, the overview last.
struct GalleryWriter {
    typealias File = (name: String, bytes: [UInt8])

    let pages: GalleryPages
    let template: GalleryTemplate
    let owner: GalleryOwner
    /// The files that the pages name.
    let files: [File]
    /// The feed and the sitemaps.
    let others: [File]

    /// Writes all files that differ.
    ///
    /// - Returns: The number of files written.
    /// - Throws: `ToolError`, before the first write, for mistakes in the template; `ImageIndexError`, `FileSystemError`,
    ///   `CancellationError`.
    func write(to folder: inout GalleryFolder) throws -> Int {
        let overview = try page("index", pages.page(1, of: pages.lists[0]))
        let map = try pages.mapPage().map { try page("map", $0) }
        let tags = pages.tagsOfPhotos.isEmpty ? nil : try page("tags", pages.tagsPage())
        var first = try pages.photos.isEmpty ? nil : page("photo", pages.page(0))
        var written = 0
        func put(_ bytes: [UInt8], _ name: String) throws {
            try Task.checkCancellation()
            if try folder.put(bytes, name) { written += 1 }
        }
        for file in files { try put(file.bytes, file.name) }
        for (number, photo) in pages.photos.enumerated() {
            try put(first ?? page("photo", pages.page(number)), photo.page)
            first = nil
        }
        if let tags { try put(tags, GalleryPageNames.tags) }
        if let map { try put(map, GalleryMap.page) }
        for (number, place) in pages.listPages.dropFirst() {
            let list = pages.lists[place]
            try put(page("index", pages.page(number, of: list)), list.pages[number - 1])
        }
        for file in others { try put(file.bytes, file.name) }
        try put(overview, GalleryPageNames.index)
        return written
    }

    private func page(_ name: String, _ values: [String: Any]) throws(ToolError) -> [UInt8] {
        try template.page(name, values, of: owner)
    }
}
