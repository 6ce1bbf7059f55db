import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

/// The folders with pictures below a folder without a manifest.
struct StarterSurvey {
    struct Folder: Hashable {
        var name: String
        /// Whether a generator publishes its contents.
        var isGenerators: Bool
    }

    /// Folders with pictures of the site: those with a common name, then by name.
    private(set) var folders: [Folder] = []
    /// Generated folders with pictures below these.
    private(set) var generated: [String] = []
    /// All folders to leave out of everything.
    private(set) var left: [String] = []
    /// Whether there are pictures in the folder itself.
    private(set) var isHere = false
    private(set) var siteHasPictures = false
    /// Folders that could not be read, and names that a manifest refuses, with the reasons.
    private(set) var unread: [String] = []
    private let path: String
    private let kind: StarterKind

    // Common names of a folder with pictures, the most likely first.
    private static let usual = [
        "photos", "photographs", "pictures", "images", "gallery-photos", "fotos", "originals",
    ]
    // Folders whose contents generators copy into the site.
    private static let generators: Set = [
        "archetypes", "assets", "content", "contents", "layouts", "resources", "src", "static",
    ]
    // Output of generators.
    private static let outputs: Set = ["_site", "build", "deploy", "dist", "output", "public"]
    // Folders whose pictures are not those of pages, or are published already.
    private static let besides: Set = ["docs", "gallery", "sources", "templates", "tests", "themes"]
    /// Whether a folder has no pages of the author's.
    static func hasNoPages(_ name: String) -> Bool {
        let lower = name.lowercased()
        return outputs.contains(lower) || besides.contains(lower) || lower.hasSuffix(".docc")
            || GlobWalker.passes(name)
    }

    // Where a generator keeps the pictures that it makes, among its own folders. They may come later.
    private static let made: [StarterKind: String] = [
        .hugo: "resources/_gen", .zola: "static/processed_images",
    ]

    /// - Throws: `FileSystemError` for `path` itself.
    init(_ path: String, _ kind: StarterKind, _ site: StarterSite?) throws(FileSystemError) {
        self.path = path
        self.kind = kind
        let top = (site?.folder ?? kind.siteFolder).prefix { $0 != "/" }
        let copied = kind.showsPicturesOfSite ? site.map { $0.copied.prefix { $0 != "/" } } : nil
        left = kind.showsPicturesOfSite ? [] : [String(top)]
        var published: String?
        for entry in try FileSystem.entries(ofDirectory: path).sorted(by: { $0.name < $1.name }) {
            let lower = entry.name.lowercased()
            if entry.kind == .regular, Self.isPicture(lower), !usable([entry.name]).isEmpty { isHere = true }
            if entry.kind == .directory, lower == "public" { published = entry.name }
            guard entry.kind == .directory, entry.isText, !entry.name.hasPrefix("."), entry.name != top,
                !GlobWalker.passes(entry.name)
            else { continue }
            // A package inside the package has its own pictures.
            guard !isPackage(entry.name) else { continue }
            let isOwn =
                Self.generators.contains(lower) || copied == entry.name[...]
                // Its templates have pictures that pages show.
                || kind == .toucan && lower == "templates"
            let isBeside = kind != .html && Self.besides.contains(lower) || lower.hasSuffix(".docc")
            add(entry.name, isOwn: isOwn, isLeft: !isOwn && (isBeside || Self.outputs.contains(lower)))
        }
        // Unknown generators have the author's pictures in there, Next.js for one.
        if kind == .plain, folders.isEmpty, !isHere, let published {
            add(published, isOwn: false, isLeft: false)
        } else if let site {
            siteHasPictures = !files(in: site.folder).isEmpty
        }
        if let made = Self.made[kind], folders.contains(where: { made.hasPrefix($0.name + "/") }) {
            generated.append(made)
        }
        generated = Set(generated).sorted()
        func rank(_ folder: Folder) -> Int {
            Self.usual.firstIndex(of: folder.name.lowercased())
                ?? Self.usual.count + (folder.isGenerators ? 1 : 0)
        }
        folders.sort { (rank($0), $0.name) < (rank($1), $1.name) }
    }

    private mutating func add(_ name: String, isOwn: Bool, isLeft: Bool) {
        let files = files(in: name)
        guard !files.isEmpty else { return }
        let found = isLeft ? [name] : generatedFolders(of: files)
        left += found
        let isGenerated = files.allSatisfy { file in found.contains { file.hasPrefix($0 + "/") } }
        guard !isGenerated else { return }
        generated += found
        folders.append(Folder(name: name, isGenerators: isOwn))
    }

    /// Whether a folder has a package of its own; another user's folder, such as lost+found, is one to leave out.
    private mutating func isPackage(_ name: String) -> Bool {
        do {
            return try FileSystem.status(of: "\(path)/\(name)/Package.swift") != nil
        } catch {
            leave(FileSystemError("list", name, code: error.code))
            return true
        }
    }

    /// Leaves out a folder that cannot be read, also in the manifest.
    private mutating func leave(_ error: FileSystemError) {
        unread.append("\(error)")
        left.append(error.path)
        generated.append(error.path)
    }

    /// Returns the pictures that a build would find in a folder.
    private mutating func files(in folder: String) -> [String] {
        do {
            let pattern = try GlobPattern(StarterPictures.pattern(folder))
            var excluded: [GlobPattern] = []
            while true {
                switch walk(pattern, excluding: excluded) {
                case .success(let files): return usable(files)
                case .failure(let error):
                    leave(error)
                    guard error.path != "." else { return [] }
                    excluded.append(try GlobPattern(literal: error.path))
                }
            }
        } catch {
            unread.append("\(error)")
            return []
        }
    }

    /// Leaves out what cannot be the id of a source; a folder with such a name as a whole.
    private mutating func usable(_ files: [String]) -> [String] {
        files.filter { file in
            guard let fault = SourceID.fault(file) else { return true }
            let ends = file.indices.filter { file[$0] == "/" } + [file.endIndex]
            let place = ends.map { String(file[..<$0]) }.first { SourceID.fault($0) != nil } ?? file
            if !left.contains(place) {
                unread.append("'\(place)' \(fault)")
                left.append(place)
                generated.append(place)
            }
            return false
        }
    }

    private func walk(
        _ pattern: GlobPattern, excluding excluded: [GlobPattern]
    ) -> Result<[String], FileSystemError> {
        do {
            let walker = GlobWalker(root: path)
            return .success(try walker.files(matching: [pattern], excluding: excluded).files)
        } catch {
            return .failure(error)
        }
    }

    private static func isPicture(_ name: String) -> Bool {
        name.fileExtension.map { StarterPictures.extensions.contains(String($0)) } ?? false
    }

    // MARK: Generated folders

    /// Returns the highest folders that a program wrote.
    private func generatedFolders(of files: [String]) -> [String] {
        var known: [String: Bool] = [:]
        var found: Set<String> = []
        for file in files {
            var folder = ""
            let parts = file.split(separator: "/")
            for (depth, part) in parts.dropLast().enumerated() {
                folder += (folder.isEmpty ? "" : "/") + part
                let isLast = depth == parts.count - 2
                let isGenerated =
                    known[folder] ?? isGenerated(folder, name: part.lowercased(), isTop: depth == 0)
                known[folder] = isGenerated
                if isGenerated || isLast && Self.isPublished(parts[depth + 1]) {
                    found.insert(folder)
                    break
                }
            }
        }
        return found.sorted().filter { folder in
            !found.contains { folder.hasPrefix($0 + "/") }
        }
    }

    /// Whether a folder is a finished site, or the output of a former build.
    private func isGenerated(_ folder: String, name: String, isTop: Bool) -> Bool {
        if folder == Self.made[kind] || !isTop && name == "_gen" { return true }
        if !isTop, Self.outputs.contains(name) {
            return name == "_site" || StarterSite.text("\(path)/\(folder)/index.html") != nil
        }
        // The index names its generator at its beginning.
        return StarterSite.text("\(path)/\(folder)/index.json", limit: 100_000_000)?.prefix(1000)
            .contains(/"generator"\s*:\s*"alcedo\b/) ?? false
    }

    /// Whether a file has the default name of a published one: `lake-photo-640x427.0a1b2c3d4e.webp`.
    private static func isPublished(_ name: Substring) -> Bool {
        name.contains(/-\d+x\d+\.[0-9a-f]{10,}\.[a-z]+$/)
    }
}
