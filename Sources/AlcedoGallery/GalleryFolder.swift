import AlcedoBase
import AlcedoManifest

/// Folder of a gallery's pages, which may hold other files as well.
///
/// Files not made by a gallery are neither replaced nor deleted.
struct GalleryFolder {
    /// Absolute path.
    let path: String
    /// Owner of the pages that may be replaced.
    let owner: GalleryOwner
    // Where files may be deleted.
    private let named: NamedFolders
    /// The files that former runs have written, and those of this one.
    private(set) var files: [String: GalleryRecord.File]

    /// - Parameters:
    ///   - record: What the last run wrote.
    ///   - named: The folders that this run names, if the path is what the record says; default: the path.
    init(path: String, owner: GalleryOwner, record: GalleryRecord?, below named: NamedFolders? = nil) {
        self.named = named ?? NamedFolders([path])
        self.path = path
        self.owner = owner
        files = record?.files ?? [:]
    }

    /// Checks, before anything is written, that none of these names belongs to a foreign file.
    ///
    /// - Throws: `SiteError.inTheWay(_:)`, `FileSystemError`.
    func check(pages: [String], assets: [GalleryTemplate.Asset]) throws {
        try Obstacle.check(folder: path, of: "the gallery", setting: "output")
        var foreign: [String] = []
        for name in pages {
            switch try relation(of: name) {
            case .own?, nil: continue
            case .others?:
                throw SiteError.inTheWay(
                    "\(path)/\(name) is a page of another manifest's gallery, so nothing is written; name another "
                        + "folder with --root, or delete the pages if that manifest is gone or its 'base-url' has "
                        + "changed")
            case .foreign?: foreign.append(name)
            }
        }
        for asset in assets {
            guard let status = try FileSystem.status(of: path + "/" + asset.name) else { continue }
            // A name with the digest of these bytes is Alcedo's, so a file changed by a tool is rewritten.
            if status.kind == .regular,
                try GalleryOwner.isAsset(asset.name, asset.bytes)
                    || FileSystem.readBytes(path + "/" + asset.name) == asset.bytes
            {
                continue
            }
            foreign.append(asset.name)
        }
        guard let first = foreign.first else { return }
        let more = foreign.count > 1 ? ", nor are \(foreign.count - 1) more" : ""
        throw SiteError.inTheWay(
            "\(path)/\(first) was not written by a gallery\(more), so nothing is written; move it away, or name another "
                + "folder with --root")
    }

    /// Whether a file of this name may be written: it does not exist, or is this gallery's.
    func isFree(_ name: String) throws(FileSystemError) -> Bool {
        let relation = try relation(of: name)
        return relation == nil || relation == .own
    }

    /// Returns the relation of the file with a name; `nil` if there is no such file.
    private func relation(of name: String) throws(FileSystemError) -> GalleryOwner.Relation? {
        guard let status = try FileSystem.status(of: path + "/" + name) else { return nil }
        guard status.kind == .regular else { return .foreign }
        return owner.relation(of: try FileSystem.readBytes(path + "/" + name), named: name)
    }

    /// Writes a file, unless it already has these bytes.
    /// - Returns: Whether the file was written.
    mutating func put(_ bytes: [UInt8], _ name: String) throws(FileSystemError) -> Bool {
        let file = path + "/" + name
        let digest = ContentDigest(hashing: bytes)
        if let status = try FileSystem.status(of: file), status.kind == .regular, status.size == bytes.count,
            try FileSystem.readBytes(file) == bytes
        {
            files[name] = GalleryRecord.File(digest: digest, status: status)
            return false
        }
        try FileSystem.createDirectory(at: path)
        try FileSystem.writeAtomically(bytes, to: file)
        files[name] = GalleryRecord.File(digest: digest, status: try FileSystem.status(of: file))
        return true
    }

    /// Deletes the other files that runs have written, unless they were changed since.
    ///
    /// Each file shows by itself that a gallery wrote it: a page says so, and an asset has the digest of its bytes in its name.
    ///
    /// - Parameter names: Names of the files to keep. If there are any, the author's page in place of another one is no longer named.
    /// - Returns: The number of files deleted, and the names of pages of this gallery that may be deleted by hand: because
    ///   they were changed, or because the record of the run that wrote them is gone.
    mutating func removeOthers(than names: Set<String> = []) throws(FileSystemError) -> (
        removed: Int, left: [String]
    ) {
        var removed = 0
        var left: [String] = []
        for (name, file) in files.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            switch try remove(name, file.digest) {
            case .deleted: removed += 1
            case .foreign:
                // A page of the user's that has taken its place is forgotten.
                if !names.isEmpty, GalleryOwner.mayBePage(name), try relation(of: name) == .foreign { break }
                // It stays known, so that each run names it.
                files[name]?.status = nil
                left.append(name)
                continue
            case .absent: break
            }
            files[name] = nil
        }
        guard try FileSystem.status(of: path, followingLinks: true) != nil else { return (removed, left) }
        for entry in try FileSystem.entries(ofDirectory: path) where entry.kind == .regular && entry.isText {
            if FileSystem.isTemporaryOfDeadProcess(entry.name) {
                _ = try named.file(path + "/" + entry.name)?.remove { _ in true }
            } else if files[entry.name] == nil, !names.contains(entry.name),
                GalleryOwner.mayBePage(entry.name),
                isOwn(entry.name)
            {
                left.append(entry.name)
            }
        }
        return (removed, left)
    }

    private func remove(
        _ name: String, _ digest: ContentDigest
    ) throws(FileSystemError) -> OwnFile.Removal {
        guard let file = named.file(path + "/" + name) else { return .foreign }
        return try file.remove { found throws(FileSystemError) in
            guard found.digest == digest else { return false }
            if GalleryOwner.isAsset(name, digest) { return true }
            let bytes = try FileSystem.readBytes(file.path, followingLinks: false)
            return owner.relation(of: bytes, named: name) == .own
        }
    }

    /// Whether a page says that it is this gallery's. One that cannot be read is not.
    private func isOwn(_ name: String) -> Bool {
        do {
            return try relation(of: name) == .own
        } catch {
            return false
        }
    }
}
