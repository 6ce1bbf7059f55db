public import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
public import AlcedoManifest
import AlcedoTools

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

    /// Result of a clean-up.
    public struct CleanResult: Hashable, Sendable {
        /// Number of files deleted.
        public var deleted = 0
        /// Absolute paths of pages that were left, because they were changed since.
        public var left: [String] = []
        /// Absolute paths of folders with pages that were left, because they are in none of the site's folders.
        public var elsewhere: [String] = []
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
    /// before anything is written. Only files that the last run wrote, and that are unchanged since, are deleted.
    ///
    /// - Throws: `ManifestMistakes`, `ToolError`, `ImageIndexError`, `SiteError`, or `CancellationError`. Pages
    ///   already written stay.
    public func make(_ gallery: GalleryOptions = GalleryOptions()) throws -> Result {
        try SiteError.filing { try written(gallery) }
    }

    private func written(_ gallery: GalleryOptions) throws -> Result {
        let site = try Site(options, environment: environment, manifest: manifest, extensions: extensions)
        let gallery = gallery.filled(from: site.manifest)
        let language = gallery.language ?? "en"
        guard LanguageTag.isValid(language) else {
            throw ToolError.usage("'\(language)' is not a language such as en or pt-BR")
        }
        let words = GalleryWords(
            language: language, own: site.manifest.gallery.words, months: site.manifest.gallery.months)
        if let address = gallery.site, let reason = AddressRules.fault(inSite: address) {
            throw ToolError.usage("the address of the site \(reason)")
        }
        let root = try GalleryRoot.folder(gallery.root, of: site, userHome: environment["HOME"])
        let (template, name) = try Self.template(gallery, beside: site.manifest, root: root)
        var result = Result(overview: root + "/" + GalleryPageNames.index, template: name)
        let place = place(of: root, site)
        var owner = GalleryOwner(place, baseURL: site.manifest.baseURL)
        let store = DiskStore(directory: site.cacheDirectory)
        let record = try GalleryRecord.load(place, from: store)
        owner.former = record?.ending
        let iconFile = try GalleryIconFile(site.manifest)
        let hasOwnIcon = try GalleryIcon.hasOwn(root)
        let indexPath = gallery.index ?? site.indexPath
        let inputs = try GalleryInputs(
            options: gallery, owner: owner, template: template.digest, icon: iconFile, hasOwnIcon: hasOwnIcon
        ).digest(index: indexPath)
        let hint = GalleryRoot.hint(gallery.root, root, of: site)
        if let record, record.inputs == inputs, hint == nil, try record.isCurrent() {
            result.pictures = record.pictures
            return result
        }

        let index = try site.index(at: gallery.index)
        var pages = try GalleryPages(
            index: index, options: gallery, words: words, files: template.assetNames,
            generator: owner.generator(of:), size: template.pageSize(gallery.pageSize))
        try template.check(pages.lists)
        let icon = GalleryIcon(iconFile, index, hasOwn: hasOwnIcon)
        pages.icon = icon.markup
        let assets = template.assets + (icon.asset.map { [$0] } ?? [])
        var folder = GalleryFolder(path: root, owner: owner, record: record)
        let (others, kept) = try Self.others(&pages, folder)
        let names =
            pages.photos.map(\.page) + (pages.tagsOfPhotos.isEmpty ? [] : [GalleryPageNames.tags])
            + pages.lists.flatMap(\.pages) + (pages.map == nil ? [] : [GalleryMap.page])
        try folder.check(pages: names, assets: assets)
        let writer = GalleryWriter(
            pages: pages, template: template, owner: owner, files: assets.map { ($0.name, $0.bytes) },
            others: others)
        var hints = Self.hints(pages, kept: kept, language: language)
        if let hint { hints.append(hint) }
        var next = GalleryRecord(place, ending: owner.ending)
        do {
            result.written = try writer.write(to: &folder)
            let (removed, left) = try folder.removeOthers(
                than: Set(names + assets.map(\.name) + others.map(\.name)))
            result.removed = removed
            if !left.isEmpty { hints.append(Self.hint(left: left)) }
        } catch {
            // What is there may be deleted once it is obsolete.
            next.files = folder.files
            _ = next.remember(in: store)
            throw error
        }
        result.pictures = pages.photos.count
        (next.files, next.pictures) = (folder.files, result.pictures)
        // A run with something to say says it again.
        next.inputs = hints.isEmpty ? inputs : nil
        if let reason = next.remember(in: store) {
            hints.append(
                "the next run will delete nothing, because the cache cannot remember this one: \(reason)")
        }
        if !hints.isEmpty { result.hint = hints.joined(separator: "; ") }
        return result
    }

    /// Deletes the pages of the manifest's galleries, and the files beside them, if their bytes are those that the last runs wrote.
    ///
    /// Nothing is deleted outside of the site's folders: a record may be forged. These are `output`, the folder that follows
    /// from it and `base-url`, and the one that is named here.
    ///
    /// - Parameter root: The folder of pages that ``GalleryOptions/root`` named.
    /// - Throws: `ManifestMistakes`, `ToolError` or `SiteError`.
    public func clean(root: String? = nil) throws -> CleanResult {
        try SiteError.filing {
            let site = try Site(options, environment: environment, manifest: manifest, extensions: extensions)
            let store = DiskStore(directory: site.cacheDirectory)
            let others = try root.map { try GalleryRoot.folder($0, of: site, userHome: environment["HOME"]) }
            let named = site.namedFolders(besides: others.map { [$0] } ?? [])
            var result = CleanResult()
            for var record in try GalleryRecord.all(of: place(of: site.output, site), in: store) {
                let path = record.place.root
                guard named.have(folder: path) else {
                    if try record.hasFiles() { result.elsewhere.append(path) }
                    continue
                }
                var owner = GalleryOwner(record.place, baseURL: site.manifest.baseURL)
                owner.former = record.ending
                var folder = GalleryFolder(path: path, owner: owner, record: record, below: named)
                let (removed, left) = try folder.removeOthers()
                result.deleted += removed
                result.left += left.map { path + "/" + $0 }
                (record.files, record.inputs) = (folder.files, nil)
                _ = record.remember(in: store)
                if removed > 0 { try FileSystem.removeEmptyDirectory(at: path) }
            }
            return result
        }
    }

    private func place(of root: String, _ site: Site) -> GalleryRecord.Place {
        GalleryRecord.Place(
            root: PathRules.real(root),
            manifest: PathRules.real(
                PathRules.absolute(site.manifest.path, from: FileSystem.currentDirectory)),
            output: PathRules.real(site.output), isFile: manifest == nil)
    }

    /// Returns the feed and the sitemaps, and the names of those that a site has of its own.
    private static func others(
        _ pages: inout GalleryPages, _ folder: GalleryFolder
    ) throws -> (files: [GalleryWriter.File], kept: [String]) {
        guard let address = pages.site else { return ([], []) }
        var files: [GalleryWriter.File] = []
        var kept: [String] = []
        if try folder.isFree(GalleryPages.feed) {
            pages.hasFeed = true
            files.append((GalleryPages.feed, try pages.feed(address)))
        } else {
            kept.append(GalleryPages.feed)
        }
        let sitemaps = try pages.sitemaps(address)
        let foreign = try sitemaps.map(\.name).filter { try !folder.isFree($0) }
        if foreign.isEmpty { files += sitemaps }
        return (files, kept + foreign)
    }

    private static func hints(_ pages: GalleryPages, kept: [String], language: String) -> [String] {
        var hints: [String] = []
        if !kept.isEmpty {
            let (are, them) = kept.count == 1 ? ("is", "it") : ("are", "them")
            hints.append(
                "\(kept.joined(separator: ", ")) beside the pages \(are) not the gallery's, so nothing replaces \(them)"
            )
        }
        if pages.words.missing > 0 {
            hints.append(
                "the template has no words in '\(language)', so \(pages.words.missing) of them are English; add 'gallery: "
                    + "{ words: … }' to the manifest (built in: \(GalleryLanguage.tags.joined(separator: ", ")))"
            )
        }
        if pages.map?.places.isEmpty == true {
            hints.append("the map is empty: no picture in the index has a position")
        }
        return hints
    }

    private static func hint(left: [String]) -> String {
        let shown = left.prefix(5).joined(separator: ", ")
        let more = left.count > 5 ? " and \(left.count - 5) more" : ""
        let (show, them) = left.count == 1 ? ("belongs", "it") : ("belong", "them")
        return
            "\(shown)\(more) no longer \(show) to the gallery; delete \(them), unless you keep \(them) on purpose: "
            + "changed files, and those that the cache does not remember, are never deleted"
    }

    /// Returns the requested template, or `gallery` beside the manifest, or the built-in template.
    private static func template(
        _ gallery: GalleryOptions, beside manifest: Manifest, root: String
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
        // A folder of photographs may also have this name, and so may one with the pages of a gallery.
        let isTemplate = try ["index.html", "photo.html"].contains {
            try FileSystem.status(of: folder + "/" + $0, followingLinks: true)?.kind == .regular
        }
        if isTemplate, PathRules.real(folder) != PathRules.real(root) {
            let slash = manifest.path.lastIndex(of: "/")
            let shown = slash.map { manifest.path[...$0] + name } ?? name
            return (try GalleryTemplate.read(folder, shown: shown, bounds: manifest.bounds), shown)
        }
        let files = Dictionary(uniqueKeysWithValues: GalleryFiles.all)
        return (try GalleryTemplate(files: files, folder: name), nil)
    }
}
