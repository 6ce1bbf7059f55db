import AlcedoBase
import AlcedoManifest

/// Changes to make in an output directory, computed without modifying it.
struct PublicationPlan: Sendable {
    /// Files that are up to date.
    var kept: [String: Ledger.File] = [:]
    /// Files that have to be written.
    var missing: [String: SiteFile] = [:]
    /// Digests of existing files that missing files may replace.
    var replaced: [String: ContentDigest] = [:]
    /// Paths of replaceable files that another program has changed; see `Ownership.Standing.recoded`.
    var recoded: [String] = []
    /// Sources with a file in place that has not the size that their results say.
    var misstated: Set<String> = []
    /// Names of Alcedo's files that are no longer needed, sorted.
    var orphans: [String] = []
    /// Names of files that stay as they are and were not compared.
    var others: [String] = []
    /// The new index.
    var index = SitePublisher.IndexText([])
    /// Whether the new index differs from the existing one.
    var writesIndex = false
    /// Status of the existing index.
    var indexStatus: FileStatus?
    /// Index of the last publication; `nil` if it was interrupted.
    var lastIndex: Ledger.Index?
    /// Everything that may be in the output directory from the first change on, besides `others`.
    var intended = Ledger.Output()

    /// Creates a plan that changes nothing.
    init() {}

    /// Whether carrying it out changes anything.
    var hasWork: Bool {
        !missing.isEmpty || writesIndex || !orphans.isEmpty || !intended.formerIndexes.isEmpty
    }

    /// Compares the files of the site with the output directory.
    ///
    /// - Parameter trustsStatus: Whether a file whose size, dates and inode number are those from right after it was
    ///   written counts as unchanged. Otherwise every file is hashed.
    /// - Parameter isIndexKnown: Whether the file at `indexPath` is the index that the last publication wrote.
    /// - Parameter isIndexRecorded: Whether the last publication wrote an index to `indexPath`.
    /// - Parameter original: Returns bytes by their digest.
    /// - Throws: `SiteError` if something not made by Alcedo is in the way.
    init(
        output: String, indexPath: String, files: [SiteFile], owned: [String: Ledger.File],
        trustsStatus: Bool, isIndexKnown: Bool = false, isIndexRecorded: Bool = false,
        original: (ContentDigest) -> Data?
    ) throws {
        var changed: [String] = []
        var foreign: [String] = []
        var twins: [String: String]?
        try Self.checkFolders(of: files, output: output, indexPath: indexPath)
        let statuses = try files.concurrentChunks { files in
            var reader = StatusReader()
            var statuses: [FileStatus?] = []
            for file in files { statuses.append(try reader.status(of: output + "/" + file.name)) }
            return statuses
        }
        for (file, status) in zip(files, statuses.joined()) {
            let path = output + "/" + file.name
            guard let status else {
                missing[file.name] = file
                continue
            }
            guard status.kind == .regular else {
                throw SiteError.inTheWay(
                    "\(path) is in the way: it is \(Obstacle.name(path, status)); remove it or change "
                        + "'\(file.isOfIndex ? "index" : "name")' in the manifest")
            }
            var recorded = owned[file.name]
            if recorded == nil {
                let names =
                    twins
                    ?? Dictionary(
                        owned.keys.map { (Ownership.folded($0), $0) }, uniquingKeysWith: { first, _ in first }
                    )
                twins = names
                // The same file, recorded under a name that differs in case.
                if let twin = names[Ownership.folded(file.name)],
                    try FileSystem.status(of: output + "/" + twin)?.inode == status.inode
                {
                    recorded = owned[twin]
                }
            }
            if trustsStatus, let recorded, recorded.digest == file.digest, recorded.status == status {
                if status.size != file.bytes { misstated.insert(file.source) }
                kept[file.name] = recorded
                kept[file.name]?.orphanedSince = nil
                continue
            }
            let digest = try FileSystem.digest(ofFile: path, followingLinks: false).digest
            if digest == file.digest {
                if status.size != file.bytes { misstated.insert(file.source) }
                kept[file.name] = Ledger.File(
                    digest: file.digest, bytes: file.bytes, status: status, isFound: recorded?.isFound ?? true
                )
                continue
            }
            if file.isOfIndex {
                // As the index itself.
            } else if let recorded, !recorded.isFound {
                switch try Ownership.standing(
                    path, digest: digest, status: status, file: recorded, original: original)
                {
                case .ours: break
                case .recoded: recoded.append(path)
                case .foreign:
                    changed.append(path)
                    continue
                }
            } else if try Ownership.isRecoded(path, insteadOf: file.digest) {
                recoded.append(path)
            } else {
                foreign.append(path)
                continue
            }
            missing[file.name] = file
            replaced[file.name] = digest
        }
        if let names = Self.named(foreign) {
            throw SiteError.inTheWay(
                "\(names) exists and Alcedo did not make it; move it away or change 'name' in the "
                    + "manifest")
        }
        if let names = Self.named(changed) {
            throw SiteError.inTheWay(
                "\(names) was changed since Alcedo wrote it; move it away to keep it, or delete it, "
                    + "and build again")
        }
        if !isIndexKnown { try Self.checkIndex(indexPath, isRecorded: isIndexRecorded) }
    }

    /// Returns the first of the paths and the number of others, for a message; `nil` if there are none.
    static func named(_ paths: [String]) -> String? {
        paths.min().map { paths.count > 1 ? "\($0), and \(paths.count - 1) more like it," : $0 }
    }

    /// A warning of files that an optimizer has changed.
    static func rewritten(_ paths: [String]) -> String {
        "\(named(paths) ?? "") was changed since Alcedo wrote it, and is written again"
    }

    /// Rejects a file in the place of the index, or below something that is not a folder.
    private static func checkFolders(of files: [SiteFile], output: String, indexPath: String) throws {
        var checked: Set<String> = []
        var last: String?
        for file in files {
            let path = output + "/" + file.name
            guard path != indexPath else {
                throw SiteError.collision(
                    "\(file.source): its file name '\(file.name)' is the index's; change 'name' in the manifest"
                )
            }
            // There are many files, but few folders.
            let folder = FileSystem.folder(of: file.name)
            if folder == last { continue }
            last = folder
            guard checked.insert(folder).inserted, let link = try Ownership.linkAbove(path, below: output)
            else { continue }
            throw SiteError.inTheWay(
                "\(link.path) is in the way of \(file.name): it is \(Obstacle.name(link.path, link.status)); "
                    + "remove it or change '\(file.isOfIndex ? "index" : "name")' in the manifest")
        }
    }

    /// Refuses to replace a file that is not an index.
    private static func checkIndex(_ path: String, isRecorded: Bool) throws {
        try Obstacle.check(folder: FileSystem.folder(of: path), of: "the index", setting: "index")
        guard let status = try FileSystem.status(of: path) else { return }
        guard status.kind == .regular else {
            throw SiteError.inTheWay(
                "\(path) is in the way of the index: it is \(Obstacle.name(path, status)); remove it or change "
                    + "'index' in the manifest")
        }
        guard Ownership.isIndex(try FileSystem.read(path), isRecorded: isRecorded) else {
            throw SiteError.inTheWay(
                "\(path) exists and is not an index of Alcedo's; move it away or change 'index' in the manifest"
            )
        }
    }
}
