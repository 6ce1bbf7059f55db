import AlcedoBase
import AlcedoLoading

/// Where the pictures are in a folder that has no manifest yet.
struct StarterPictures: Hashable, Sendable {
    /// The folder, relative to the manifest; empty for that folder itself.
    var folder: String
    /// Whether there is a picture in it.
    var isThere: Bool
    /// Other folders beside it that have pictures, and the folder itself, named `.`.
    var others: [String] = []
    /// Folders that could not be looked into, and why.
    var unread: [String] = []
    /// Whether the folder is the finished site, into which its generator has copied the pictures.
    var areTheSites = false

    /// The extensions that a first manifest asks for.
    static let extensions = [
        "avif", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]

    // What people call such a folder, likely ones first.
    private static let usual = [
        "photos", "photographs", "pictures", "images", "gallery-photos", "fotos", "originals",
    ]
    // Where generators keep what they copy into the site.
    private static let generators: Set = [
        "archetypes", "assets", "content", "contents", "layouts", "resources", "src", "static", "templates",
        "themes",
    ]
    // Where a build has put pictures, and where there are none for pages.
    private static let passedOver: Set = [
        "build", "deploy", "dist", "docs", "gallery", "node_modules", "output", "public", "sources",
        "templates",
        "tests", "themes",
    ]
    // Enough to find pictures, and not a walk through a whole disk.
    private static let maxDepth = 6

    /// The places that a manifest can begin with, the likely one first.
    ///
    /// A folder of photographs is one of a usual name, or else the one with the most, or else the folder itself. Where a
    /// generator keeps pictures among its own files, those of the finished site are taken, whatever the generator's layout.
    ///
    /// - Parameters:
    ///   - kind: What makes the pages.
    ///   - site: The folder of the finished site, relative to `path`.
    /// - Throws: `FileSystemError` for `path` itself.
    static func choices(
        in path: String, for kind: StarterKind = .plain, site: String? = nil
    ) throws(FileSystemError) -> [StarterPictures] {
        let survey = try Survey(path, site: site)
        guard kind.showsPicturesOfSite, let site else {
            // A generator's folder is as good as any where no generator is known.
            return [survey.choice(among: survey.apart + survey.own) ?? survey.nothing]
        }
        // A picture beside the package is for its readers, not for the site.
        let apart = survey.apart.isEmpty ? nil : survey.choice(among: survey.apart)
        let finished = StarterPictures(
            folder: site, isThere: survey.siteHasPictures,
            others: survey.apart.map(\.name) + (survey.isHere ? ["."] : []), unread: survey.unread,
            areTheSites: true)
        return survey.own.isEmpty
            ? [apart, finished].compactMap(\.self) : [finished, apart].compactMap(\.self)
    }

    /// The likely place.
    /// - Throws: `FileSystemError` for `path` itself.
    static func find(in path: String) throws(FileSystemError) -> StarterPictures {
        try choices(in: path)[0]
    }

    /// The pattern that finds them.
    var pattern: String { Self.pattern(folder) }

    private static let kinds = "*.{\(extensions.joined(separator: ","))}"

    private static func pattern(_ folder: String) -> String {
        folder.isEmpty ? kinds : "\(GlobPattern.escaped(folder))/**/\(kinds)"
    }
}

extension StarterPictures {
    /// Which folders of a folder have pictures.
    private struct Survey {
        struct Found {
            var name: String
            var count: Int
            var rank: Int
        }

        /// Folders that are no generator's.
        var apart: [Found] = []
        /// Folders of a generator.
        var own: [Found] = []
        var isHere = false
        var siteHasPictures = false
        var unread: [String] = []

        init(_ path: String, site: String?) throws(FileSystemError) {
            let top = site?.split(separator: "/").first.map(String.init)
            for entry in try FileSystem.entries(ofDirectory: path).sorted(by: { $0.name < $1.name }) {
                if entry.kind == .regular, StarterPictures.isPicture(entry.name) { isHere = true }
                guard entry.kind == .directory, entry.isText, !entry.name.hasPrefix(".") else { continue }
                let lower = entry.name.lowercased()
                guard !lower.hasSuffix(".docc"), entry.name != top,
                    !GlobWalker.buildFolders.contains(entry.name)
                else { continue }
                let isGenerators = StarterPictures.generators.contains(lower)
                guard isGenerators || !StarterPictures.passedOver.contains(lower) else { continue }
                // A package inside the package has its own pictures.
                guard try FileSystem.status(of: "\(path)/\(entry.name)/Package.swift") == nil else {
                    continue
                }
                let count = count(entry.name, in: path)
                guard count > 0 else { continue }
                let rank = usual.firstIndex(of: lower) ?? usual.count + (isGenerators ? 1 : 0)
                let found = Found(name: entry.name, count: count, rank: rank)
                if isGenerators { own.append(found) } else { apart.append(found) }
            }
            if let site { siteHasPictures = count(site, in: path) > 0 }
        }

        /// The most likely one of these, with the others; `nil` where there is no picture.
        func choice(among folders: [Found]) -> StarterPictures? {
            // Themes and templates bring pictures of their own, which nobody wants to publish a second time.
            let candidates = folders.filter { !StarterPictures.passedOver.contains($0.name.lowercased()) }
            guard let best = candidates.min(by: { ($0.rank, -$0.count) < ($1.rank, -$1.count) }) else {
                return folders.isEmpty && isHere
                    ? StarterPictures(folder: "", isThere: true, unread: unread) : nil
            }
            let others = candidates.map(\.name).filter { $0 != best.name } + (isHere ? ["."] : [])
            return StarterPictures(folder: best.name, isThere: true, others: others, unread: unread)
        }

        /// Where pictures could be put.
        var nothing: StarterPictures { StarterPictures(folder: "photos", isThere: false, unread: unread) }

        /// How many pictures a build would find in a folder: it is walked just as a build walks it.
        private mutating func count(_ folder: String, in path: String) -> Int {
            let start = GlobPattern.escaped(folder)
            do {
                let patterns = try (0..<StarterPictures.maxDepth).map { depth throws(GlobPatternError) in
                    try GlobPattern(
                        start + "/" + String(repeating: "*/", count: depth) + StarterPictures.kinds)
                }
                return try GlobWalker(root: path).files(matching: patterns).files.count
            } catch {
                // Another user's folder, such as a disk's lost+found: the manifest can be written all the same.
                unread.append("\(error)")
                return 0
            }
        }
    }

    fileprivate static func isPicture(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
