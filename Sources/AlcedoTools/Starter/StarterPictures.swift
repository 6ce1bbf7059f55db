import AlcedoBase
import AlcedoLoading

/// The pictures in a folder without a manifest.
struct StarterPictures: Hashable, Sendable {
    /// The folder, relative to the manifest; empty for the manifest's folder.
    var folder: String
    /// Whether it contains a picture.
    var isThere: Bool
    /// Other folders with pictures; `.` is the manifest's folder.
    var others: [String] = []
    /// Folders that could not be read, with the reasons.
    var unread: [String] = []
    /// Whether the folder is the finished site, with the generator's copies of the pictures.
    var areTheSites = false

    /// The extensions in a starter manifest.
    static let extensions = [
        "avif", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]

    // Common names of such a folder, the most likely first.
    private static let usual = [
        "photos", "photographs", "pictures", "images", "gallery-photos", "fotos", "originals",
    ]
    // Folders whose contents generators copy into the site.
    private static let generators: Set = [
        "archetypes", "assets", "content", "contents", "layouts", "resources", "src", "static", "templates",
        "themes",
    ]
    // Output folders, and folders without pictures for pages.
    private static let passedOver: Set = [
        "_site", "build", "deploy", "dist", "docs", "gallery", "node_modules", "output", "public", "sources",
        "templates",
        "tests", "themes",
    ]
    // Enough to find pictures without walking a whole disk.
    private static let maxDepth = 6

    /// Returns possible folders for a manifest, the most likely first.
    ///
    /// The folder of photographs is a folder with a common name, or else the folder with the most pictures, or else the
    /// manifest's folder. If a generator has pictures among its own files, the pictures of the finished site are used,
    /// whatever the generator's layout.
    ///
    /// - Parameters:
    ///   - kind: The site generator.
    ///   - site: The folder of the finished site, relative to `path`.
    /// - Throws: `FileSystemError` for `path` itself.
    static func choices(
        in path: String, for kind: StarterKind = .plain, site: String? = nil
    ) throws(FileSystemError) -> [StarterPictures] {
        let survey = try Survey(path, site: site)
        guard kind.showsPicturesOfSite, let site else {
            // Without a known generator, a generator's folder counts like any other.
            return [survey.choice(among: survey.apart + survey.own) ?? survey.nothing]
        }
        // Pictures beside the package belong to its documentation, not to the site.
        let apart = survey.apart.isEmpty ? nil : survey.choice(among: survey.apart)
        let finished = StarterPictures(
            folder: site, isThere: survey.siteHasPictures,
            others: survey.apart.map(\.name) + (survey.isHere ? ["."] : []), unread: survey.unread,
            areTheSites: true)
        return survey.own.isEmpty
            ? [apart, finished].compactMap(\.self) : [finished, apart].compactMap(\.self)
    }

    /// Returns the most likely folder.
    /// - Throws: `FileSystemError` for `path` itself.
    static func find(in path: String) throws(FileSystemError) -> StarterPictures {
        try choices(in: path)[0]
    }

    /// The pattern that matches the pictures.
    var pattern: String { Self.pattern(folder) }

    private static let kinds = "*.{\(extensions.joined(separator: ","))}"

    private static func pattern(_ folder: String) -> String {
        folder.isEmpty ? kinds : "\(GlobPattern.escaped(folder))/**/\(kinds)"
    }
}

extension StarterPictures {
    /// The folders with pictures.
    private struct Survey {
        struct Found {
            var name: String
            var count: Int
            var rank: Int
        }

        /// Folders that do not belong to a generator.
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

        /// Returns the most likely folder with all others; `nil` if there are no pictures.
        func choice(among folders: [Found]) -> StarterPictures? {
            // Themes and templates have their own pictures, which are published already.
            let candidates = folders.filter { !StarterPictures.passedOver.contains($0.name.lowercased()) }
            guard let best = candidates.min(by: { ($0.rank, -$0.count) < ($1.rank, -$1.count) }) else {
                return folders.isEmpty && isHere
                    ? StarterPictures(folder: "", isThere: true, unread: unread) : nil
            }
            let others = candidates.map(\.name).filter { $0 != best.name } + (isHere ? ["."] : [])
            return StarterPictures(folder: best.name, isThere: true, others: others, unread: unread)
        }

        /// A folder to put pictures into.
        var nothing: StarterPictures { StarterPictures(folder: "photos", isThere: false, unread: unread) }

        /// Returns the number of pictures that a build would find in a folder.
        private mutating func count(_ folder: String, in path: String) -> Int {
            let start = GlobPattern.escaped(folder)
            do {
                let patterns = try (0..<StarterPictures.maxDepth).map { depth throws(GlobPatternError) in
                    try GlobPattern(
                        start + "/" + String(repeating: "*/", count: depth) + StarterPictures.kinds)
                }
                return try GlobWalker(root: path).files(matching: patterns).files.count
            } catch {
                // Another user's folder, such as lost+found, does not prevent writing a manifest.
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
