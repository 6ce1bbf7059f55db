import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The pictures in a folder without a manifest.
struct StarterPictures: Hashable, Sendable {
    /// The folders, relative to the manifest; an empty name stands for the pictures beside the manifest.
    var folders: [String]
    /// Whether they are all pictures below the manifest's folder.
    var isEverything = false
    /// Folders that are left out, relative to the manifest: what other programs and former builds wrote.
    var excluded: [String] = []
    /// Whether there is a picture.
    var isThere: Bool
    /// Other folders with pictures; `.` is the manifest's folder.
    var others: [String] = []
    /// Folders that could not be read, with the reasons.
    var unread: [String] = []
    /// What the folders are to the generator.
    var owner = Owner.author

    /// To whom folders with pictures belong.
    enum Owner: Hashable, Sendable {
        /// To the author of the site.
        case author
        /// To the site generator, which publishes their pictures.
        case generator
        /// The folder is the finished site, with the generator's copies of the pictures.
        case site
    }

    /// An entry of `sources`.
    struct Entry: Hashable, Sendable {
        var pattern: String
        /// The folder to which ids are relative; `nil` for the manifest's.
        var root: String?
        var excluded: [String] = []
    }

    /// The entries of `sources`. Ids are relative to a single folder; those of several would collide.
    var entries: [Entry] {
        if isEverything { return [Entry(pattern: "**/" + Self.kinds, excluded: excluded)] }
        return folders.map { folder in
            Entry(
                pattern: Self.pattern(folder),
                root: Self.root(of: folders),
                excluded: excluded.filter {
                    folder.isEmpty
                        ? !$0.contains("/") && SourceID.fault($0) != nil : $0.hasPrefix(folder + "/")
                })
        }
    }

    /// The extensions in a starter manifest.
    static let extensions = [
        "avif", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]

    static let kinds = "*.{\(extensions.joined(separator: ","))}"

    static func pattern(_ folder: String) -> String {
        folder.isEmpty ? kinds : "\(GlobPattern.escaped(plain(folder)))/**/\(kinds)"
    }

    /// Returns the folder to which ids are relative. A manifest refuses what looks like a variable there.
    private static func root(of folders: [String]) -> String? {
        guard folders.count == 1, !folders[0].isEmpty, !folders[0].contains("${") else { return nil }
        return plain(folders[0])
    }

    /// Returns a path that is no home folder: `./~` for `~`.
    private static func plain(_ folder: String) -> String {
        folder == "~" || folder.hasPrefix("~/") ? "./" + folder : folder
    }

    // With more folders, a manifest is shorter that names what it does not take.
    private static let maxFolders = 4

    /// Returns possible pictures for a manifest, the most likely first.
    ///
    /// All folders with pictures, except generated ones. If a generator publishes the pictures in its own folders and has
    /// made the site, they are those of the finished site, whatever the generator's layout.
    ///
    /// - Throws: `FileSystemError` for `path` itself.
    static func choices(
        in path: String, for kind: StarterKind = .plain, site: StarterSite? = nil
    ) throws(FileSystemError) -> [StarterPictures] {
        let survey = try StarterSurvey(path, kind, site)
        guard kind.showsPicturesOfSite, let site else {
            // As it was written before there were any pictures.
            return [everything(survey, kind)]
                + (kind == .plain ? [StarterPictures(folders: ["photos"], isThere: false)] : [])
        }
        // Pictures beside the package belong to its documentation, not to the site, unless the generator publishes all.
        let publishesAll = kind == .jekyll && site.source.isEmpty
        let besides = survey.isHere && !publishesAll ? ["."] : []
        let finished = StarterPictures(
            folders: [site.folder], excluded: survey.generated, isThere: survey.siteHasPictures,
            others: survey.folders.filter { !$0.isGenerators }.map(\.name) + besides, unread: survey.unread,
            owner: .site)
        let folders = survey.folders.map(\.name) + (survey.isHere && publishesAll ? [""] : [])
        guard !folders.isEmpty else { return [finished] }
        let isOwn = folders.contains("") || survey.folders.contains(where: \.isGenerators)
        let sources = StarterPictures(
            folders: folders, excluded: survey.generated, isThere: true, others: besides,
            unread: survey.unread,
            owner: isOwn ? .generator : .author)
        return isOwn && survey.siteHasPictures ? [finished, sources] : [sources, finished]
    }

    private static func everything(_ survey: StarterSurvey, _ kind: StarterKind) -> StarterPictures {
        let folders = survey.folders.map(\.name) + (survey.isHere ? [""] : [])
        if kind == .html || folders.count > maxFolders || survey.isHere && folders.count > 1 {
            return StarterPictures(
                folders: [""], isEverything: true, excluded: survey.left, isThere: !folders.isEmpty,
                unread: survey.unread)
        }
        return StarterPictures(
            folders: folders.isEmpty ? ["photos"] : folders, excluded: survey.generated,
            isThere: !folders.isEmpty, unread: survey.unread)
    }
}
