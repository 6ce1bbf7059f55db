public import AlcedoBase
import AlcedoIndex
import AlcedoLoading
public import AlcedoManifest

/// Generates a gallery from the index of a build: an overview, albums, tags, and a page for each picture.
///
/// ```swift
/// let result = try SiteGallery(options: BuildOptions(manifest: "images.yml")).make(GalleryOptions())
/// ```
public struct SiteGallery: Sendable {
    /// Result of making a gallery.
    public struct Result: Hashable, Sendable {
        /// Absolute path of the overview.
        public var overview: String
        /// Folder of the template as the user named it; `nil` for the built-in template.
        public var template: String?
        /// A suggestion for better pages, in one sentence.
        public var hint: String?
        /// Number of pictures with a page.
        public var pictures = 0
        /// Number of files written; all others are unchanged.
        public var written = 0
        /// Number of obsolete files deleted.
        public var removed = 0
    }

    private let options: BuildOptions
    private let manifest: Manifest?
    private let extensions: SiteExtensions
    private let environment: [String: String]

    /// Creates a gallery for a manifest. Reads nothing yet.
    ///
    /// - Parameters:
    ///   - manifest: The manifest, unless it is read from the file that the options name.
    ///   - extensions: The names that the program adds to those of manifests.
    public init(
        options: BuildOptions, manifest: Manifest? = nil, extensions: SiteExtensions = SiteExtensions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.options = options
        self.manifest = manifest
        self.extensions = extensions
        self.environment = environment
    }

    /// Writes the pages, each atomically and only if it changed, and the overview last.
    ///
    /// Files not made by a gallery are neither replaced nor deleted. If one has the name of a page, the method throws
    /// before anything is written.
    ///
    /// - Throws: `ManifestMistakes`, ``ToolError``, `ImageIndexError`, `SiteError`, or `CancellationError`. Pages
    ///   already written stay.
    public func make(_ gallery: GalleryOptions = GalleryOptions()) throws -> Result {
        try SiteError.filing { try written(gallery) }
    }

    private func written(_ gallery: GalleryOptions) throws -> Result {
        let site = try Site(options, environment: environment, manifest: manifest, extensions: extensions)
        let gallery = gallery.filled(from: site.manifest.gallery)
        let language = gallery.language ?? "en"
        guard LanguageTag.isValid(language) else {
            throw ToolError.usage("'\(language)' is not a language such as en or pt-BR")
        }
        let words = GalleryWords(
            language: language, own: site.manifest.gallery.words, months: site.manifest.gallery.months)
        if let address = gallery.site, !address.hasPrefix("https://"), !address.hasPrefix("http://") {
            throw ToolError.usage("the site '\(address)' must begin with https:// or http://")
        }
        if let reason = gallery.site.flatMap(AddressRules.fault) {
            throw ToolError.usage("the site '\(gallery.site ?? "")' \(reason)")
        }
        let root =
            try gallery.root.map(Site.absolute)
            ?? GalleryRoot.folder(output: site.output, baseURL: site.manifest.baseURL)
        let (template, name) = try Self.template(gallery, beside: site.manifest)
        let index = try ImageIndex(contentsOf: gallery.index ?? site.indexPath)
        let owner = GalleryOwner(
            manifest: PathRules.real(
                PathRules.absolute(site.manifest.path, from: FileSystem.currentDirectory)),
            output: PathRules.real(site.output), baseURL: site.manifest.baseURL, root: PathRules.real(root))
        var pages = try GalleryPages(
            index: index, options: gallery, words: words, files: template.assetNames,
            generator: owner.generator, size: template.pageSize(gallery.pageSize))
        try template.check(pages.lists)

        let folder = GalleryFolder(path: root, owner: owner)
        let icon = try GalleryIcon.read(site.manifest, index, root: root)
        pages.icon = icon.markup
        let assets = template.assets + (icon.asset.map { [$0] } ?? [])
        // A site may have a feed and a sitemap of its own.
        var others: [(name: String, bytes: [UInt8])] = []
        var kept: [String] = []
        if let address = pages.site {
            if try folder.isFree(GalleryPages.feed) {
                pages.hasFeed = true
                others.append((GalleryPages.feed, try pages.feed(address)))
            } else {
                kept.append(GalleryPages.feed)
            }
            let sitemaps = try pages.sitemaps(address)
            let foreign = try sitemaps.map(\.name).filter { try !folder.isFree($0) }
            if foreign.isEmpty { others += sitemaps }
            kept += foreign
        }
        let photos = pages.photos.map(\.page)
        let tags = pages.tagsOfPhotos.isEmpty ? [] : [GalleryPageNames.tags]
        let names = photos + tags + pages.lists.flatMap(\.pages) + (pages.map == nil ? [] : [GalleryMap.page])
        try folder.check(pages: names, assets: assets)
        // A template's mistakes come before the first write, too.
        let overview = try template.page("index", pages.page(1, of: pages.lists[0]), of: owner)
        let map = try pages.mapPage().map { try template.page("map", $0, of: owner) }
        let tagsPage = try tags.map { _ in try template.page("tags", pages.tagsPage(), of: owner) }
        var result = Result(overview: root + "/" + GalleryPageNames.index, template: name)
        result.pictures = photos.count
        var hints: [String] = []
        if !kept.isEmpty {
            let (are, them) = kept.count == 1 ? ("is", "it") : ("are", "them")
            hints.append(
                "\(kept.joined(separator: ", ")) beside the pages \(are) not the gallery's, so nothing replaces \(them)"
            )
        }
        if words.missing > 0 {
            hints.append(
                "the template has no words in '\(language)', so \(words.missing) of them are English; add 'gallery: "
                    + "{ words: … }' to the manifest (built in: \(GalleryLanguage.tags.joined(separator: ", ")))"
            )
        }
        if pages.map?.places.isEmpty == true {
            hints.append("the map is empty: no picture in the index has a position")
        }
        if !hints.isEmpty { result.hint = hints.joined(separator: "; ") }
        func put(_ bytes: [UInt8], _ name: String) throws {
            try Task.checkCancellation()
            if try folder.put(bytes, name) { result.written += 1 }
        }
        func page(_ number: Int) throws -> [UInt8] {
            try template.page("photo", pages.page(number), of: owner)
        }
        var first = try photos.isEmpty ? nil : page(0)
        for asset in assets { try put(asset.bytes, asset.name) }
        for number in photos.indices {
            try put(first ?? page(number), photos[number])
            first = nil
        }
        for (bytes, name) in zip(tagsPage, tags) { try put(bytes, name) }
        if let map { try put(map, GalleryMap.page) }
        for (number, place) in pages.listPages.dropFirst() {
            let list = pages.lists[place]
            try put(
                template.page("index", pages.page(number, of: list), of: owner), list.pages[number - 1])
        }
        for (name, bytes) in others { try put(bytes, name) }
        try put(overview, GalleryPageNames.index)
        result.removed = try folder.removeOthers(
            than: Set(names + assets.map(\.name) + others.map(\.name)), assets: assets)
        return result
    }

    /// Returns the requested template, or `gallery` beside the manifest, or the built-in template.
    private static func template(
        _ gallery: GalleryOptions, beside manifest: Manifest
    ) throws -> (GalleryTemplate, name: String?) {
        if let name = gallery.template {
            // The user's own word: the folder may be anywhere, but a link in it leads nowhere else.
            let folder = Site.absolute(name)
            let bounds = PathBounds(
                root: folder, allowing: [manifest.directory] + manifest.allowOutside.map(\.absolute))
            return (try GalleryTemplate.read(folder, shown: name, bounds: bounds), name)
        }
        let name = GalleryFiles.folder
        let folder = manifest.directory + "/" + name
        // A folder of photographs may also have this name.
        let isTemplate = try ["index.html", "photo.html"].contains {
            try FileSystem.status(of: folder + "/" + $0, followingLinks: true)?.kind == .regular
        }
        if isTemplate {
            let slash = manifest.path.lastIndex(of: "/")
            let shown = slash.map { manifest.path[...$0] + name } ?? name
            return (try GalleryTemplate.read(folder, shown: shown, bounds: manifest.bounds), shown)
        }
        let files = Dictionary(uniqueKeysWithValues: GalleryFiles.all.map { ($0.name, Array($0.text.utf8)) })
        return (try GalleryTemplate(files: files, folder: name), nil)
    }
}
