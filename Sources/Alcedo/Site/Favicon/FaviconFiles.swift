import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// The icons of a site in their folder, which holds other files as well.
///
/// They have fixed names, so a file is Alcedo's only if its bytes are: those of this build, or those that the state in the
/// cache or the last index says, in a folder that the manifest names. All others are neither replaced nor deleted.
struct FaviconFiles: Sendable {
    /// Absolute path of the folder; `nil` if the manifest asks for no icons.
    let folder: String?
    let files: [FaviconMaker.File]
    /// Absolute paths of icons that a plan does not know before they are made.
    let expected: [String]
    /// The icons in the index.
    let entry: ImageIndex.Favicon?
    /// Absolute paths of existing files that Alcedo may have written into a folder that the manifest no longer names. They
    /// stay: what says so may be forged.
    let elsewhere: [String]
    /// Digests of files that Alcedo has written, by absolute path.
    private let known: [String: [ContentDigest]]
    private let run: BuildRun
    private let named: NamedFolders
    private let states: DiskStore
    private let stateName: String
    /// Whether the cache is to say that there are none.
    private let lacksState: Bool
    private let keepsFormer: Bool

    /// Where the manifest asks for icons.
    private let place: String
    private static let schema = "alcedo-favicon-1"

    /// - Parameters:
    ///   - files: The files of this build.
    ///   - names: The names of files that are not known.
    /// - Throws: `FileSystemError`.
    init(_ run: BuildRun, _ files: [FaviconMaker.File], expected names: [String] = []) throws {
        let manifest = run.site.manifest
        self.run = run
        states = run.states
        stateName = "favicon-" + run.ledgerID
        place = manifest.favicon.map { "\($0.location)" } ?? ""
        keepsFormer = manifest.prune == .never
        let source = manifest.favicon.map {
            PathRules.real(PathRules.absolute($0.source, from: manifest.directory))
        }
        // What has become the source is no longer Alcedo's.
        let state = Self.known(states.loadFields(named: stateName))
        lacksState = state == nil && run.remembers
        let named = run.site.namedFolders()
        self.named = named
        let recorded = try (state ?? Self.known(run.site)).filter { path, _ in
            FaviconMaker.allNames.contains { path.hasSuffix("/" + $0) } && PathRules.real(path) != source
        }
        known = recorded.filter { named.file($0.key) != nil }
        elsewhere =
            try keepsFormer
            ? []
            : recorded.keys.filter {
                try named.file($0) == nil && FileSystem.status(of: $0)?.kind == .regular
            }.sorted()
        guard let favicon = manifest.favicon, !files.isEmpty || !names.isEmpty else {
            (folder, entry, self.files, expected) = (nil, nil, [], [])
            return
        }
        let place = manifest.place(of: favicon)
        folder = place.folder
        // The source itself may stand where its copy would go.
        func isSource(_ name: String) -> Bool { PathRules.real(place.folder + "/" + name) == source }
        self.files = files.filter { !isSource($0.name) }
        expected = names.filter { !isSource($0) }.map { place.folder + "/" + $0 }
        entry = ImageIndex.Favicon(
            files: files.map { file in
                ImageIndex.Favicon.File(
                    bytes: file.data.count,
                    digest: isSource(file.name) ? nil : ContentDigest(hashing: file.data).sri,
                    file: file.name,
                    rel: file.rel, sizes: file.sizes, type: file.type,
                    url: URLPath.url(of: file.name, below: place.url))
            }, folder: PathRules.relative(place.folder, to: run.site.output), source: favicon.source,
            themeColor: favicon.themeColor?.hex)
    }

    /// Returns what the state says, if it is there and whole.
    private static func known(_ state: FieldReader?) -> [String: [ContentDigest]]? {
        guard var state else { return nil }
        do {
            guard try state.readString() == schema else { return nil }
            let pairs = try state.readList { (try $0.readString(), try $0.readDigest()) }
            return Dictionary(grouping: pairs) { $0.0 }.mapValues { $0.map(\.1) }
        } catch {
            // As without a state.
            return nil
        }
    }

    /// Returns the files of former builds that are not among these, but for icons of other manifests that share the cache,
    /// whose builds have written them, or used them because they were equal. A manifest that no longer exists has none.
    private func unwanted(besides wanted: Set<String>) throws -> [String] {
        let former = known.keys.filter { !wanted.contains($0) }
        // The states of others are only read if something is to be deleted.
        if former.isEmpty { return [] }
        var claimed: Set<String> = []
        for id in Ledger.ids(in: run.states) where id != run.ledgerID {
            guard let icons = Self.known(run.states.loadFields(named: "favicon-" + id)), !icons.isEmpty,
                try run.otherManifest(Ledger.load(id, from: run.states).output.manifest) != nil
            else { continue }
            claimed.formUnion(icons.keys)
        }
        return former.filter { !claimed.contains($0) }.sorted()
    }

    /// Returns what the last index says.
    private static func known(_ site: Site) throws -> [String: [ContentDigest]] {
        guard let favicon = try PreviousIndex(path: site.indexPath).index?.siteIcons else { return [:] }
        let folder = PathRules.absolute(favicon.folder, from: site.output)
        return Dictionary(
            favicon.files.compactMap { file in
                guard RelativeName.isInside(file.file), !file.file.contains("/"),
                    let digest = file.digest.flatMap(ContentDigest.init(sri:))
                else { return nil }
                return (folder + "/" + file.file, [digest])
            }, uniquingKeysWith: { $1 })
    }

    /// What is to be said of the files elsewhere.
    var warningOfElsewhere: String? {
        PublicationPlan.named(elsewhere).map { names in
            "\(names) may be of an earlier build, but is in a folder that the manifest does not name: it was left; delete "
                + "it if it is not needed"
        }
    }

    /// Refuses to replace files that are not Alcedo's.
    ///
    /// - Throws: `SiteError.inTheWay(_:)`, or `FileSystemError`.
    func check() throws { _ = try changes() }

    /// Returns the files that are missing or have other bytes.
    ///
    /// - Parameter recoded: Called with the files that an optimizer has changed since Alcedo wrote them.
    /// - Throws: Like ``check()``.
    func changes(recoded: ([String]) -> Void = { _ in }) throws -> [String] {
        guard let folder else { return [] }
        var foreign = try expected.filter { path in
            try FileSystem.status(of: path).map { $0.kind != .regular } ?? false
        }
        var changes: [String] = []
        var smaller: [String] = []
        for file in files {
            let path = folder + "/" + file.name
            guard let status = try FileSystem.status(of: path) else {
                changes.append(path)
                continue
            }
            guard status.kind == .regular else {
                foreign.append(path)
                continue
            }
            let digest = try FileSystem.digest(ofFile: path, followingLinks: false).digest
            if digest == ContentDigest(hashing: file.data) { continue }
            if known[path]?.contains(digest) == true {
                changes.append(path)
            } else if known[path] != nil, status.size <= file.data.count,
                try Ownership.isPictureOfItsName(path)
            {
                changes.append(path)
                smaller.append(path)
            } else {
                foreign.append(path)
            }
        }
        if !foreign.isEmpty {
            let names = foreign.count == 1 ? "it away" : "them away"
            throw SiteError.inTheWay(
                "\(foreign.joined(separator: ", ")) \(foreign.count == 1 ? "exists" : "exist") and "
                    + "\(foreign.count == 1 ? "was" : "were") not written by Alcedo; move \(names), or say another "
                    + "'folder' in 'favicon' (\(place))")
        }
        if !smaller.isEmpty { recoded(smaller) }
        return changes
    }

    /// Notes what is about to be written, so that a build that is killed meanwhile recognizes it.
    func announce() {
        var now = known
        for file in files {
            let (path, digest) = ((folder ?? "") + "/" + file.name, ContentDigest(hashing: file.data))
            if now[path]?.contains(digest) != true { now[path, default: []].append(digest) }
        }
        if now != known { store(now) }
    }

    /// Writes the files that differ, and deletes those that are no longer wanted.
    ///
    /// - Parameter recoded: As for ``changes(recoded:)``.
    /// - Returns: The numbers of both.
    /// - Throws: Like ``check()``.
    func update(recoded: ([String]) -> Void) throws -> (written: Int, deleted: Int) {
        guard folder != nil || !known.isEmpty else {
            // The index, which may be long, is not read again, and what is elsewhere is said once.
            if lacksState || !elsewhere.isEmpty { store([:]) }
            return (0, 0)
        }
        let changes = Set(try changes(recoded: recoded))
        if let folder, !changes.isEmpty { try FileSystem.createDirectory(at: folder) }
        var now: [String: [ContentDigest]] = [:]
        for file in files {
            let path = (folder ?? "") + "/" + file.name
            if changes.contains(path), let folder {
                try FileSystem.writeAtomically(file.data, to: file.name, below: folder)
            }
            now[path] = [ContentDigest(hashing: file.data)]
        }
        if keepsFormer { now.merge(known) { new, _ in new } }
        let deleted = keepsFormer ? 0 : try remove(besides: Set(now.keys)).deleted
        if now != known || !elsewhere.isEmpty { store(now) }
        return (changes.count, deleted)
    }

    /// Returns the files in the places of expected icons that nothing says are Alcedo's.
    ///
    /// - Throws: Like ``check()``, for what is no file.
    func strangers() throws -> [String] {
        try check()
        return try expected.filter { try isOurs($0) == false }
    }

    /// Returns the files that are no longer wanted and would be deleted.
    func deletions() throws -> [String] {
        guard !keepsFormer else { return [] }
        let wanted = Set(files.map { (folder ?? "") + "/" + $0.name } + expected)
        return try unwanted(besides: wanted).filter { try isOurs($0) == true }
    }

    /// Deletes files that Alcedo has written, unless they were changed since, or are icons of another manifest as well,
    /// whose index names them.
    ///
    /// - Returns: The number of deleted files, and the paths of those that were left.
    func remove(besides wanted: Set<String> = []) throws -> (deleted: Int, left: [String]) {
        var deleted = 0
        var left: [String] = []
        for path in try unwanted(besides: wanted) {
            switch try named.file(path)?.remove(if: { isOurs($0, path) }) {
            case .deleted?: deleted += 1
            case .foreign?: left.append(path)
            case .absent?, nil: break
            }
        }
        return (deleted, left)
    }

    /// Forgets all files, which have been deleted.
    func forget() { if !known.isEmpty || !elsewhere.isEmpty { store([:]) } }

    /// Whether the file at a path is one that Alcedo has written; `nil` if nothing is there.
    private func isOurs(_ path: String) throws -> Bool? {
        guard let file = named.file(path) else { return false }
        guard let found = try file.found() else { return try file.status() == nil ? nil : false }
        return isOurs(found, path)
    }

    private func isOurs(_ found: OwnFile.Found, _ path: String) -> Bool {
        known[path]?.contains(found.digest) == true
    }

    private func store(_ files: [String: [ContentDigest]]) {
        var writer = FieldWriter()
        writer.write(Self.schema)
        let pairs = files.sorted { $0.key < $1.key }.flatMap { path, digests in digests.map { (path, $0) } }
        writer.writeList(pairs) { writer, pair in
            writer.write(pair.0)
            writer.write(pair.1)
        }
        do {
            try states.storeState(writer.bytes, named: stateName)
        } catch {
            // The index says the same, except after a build that was killed.
        }
    }
}
