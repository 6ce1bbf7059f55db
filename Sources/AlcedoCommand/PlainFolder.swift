import AlcedoBase
import AlcedoCache
import AlcedoManifest

/// A folder into which `alcedo make` puts pictures with plain names, beside files of anybody.
///
/// A state in the cache holds the digests of the files that earlier runs wrote. A file with any other digest belongs to the user.
struct PlainFolder {
    /// A picture to put there.
    struct Picture {
        /// Path relative to the folder.
        var name: String
        var digest: ContentDigest
        var bytes: Int
    }

    /// Result of putting pictures there.
    struct Result {
        var written = 0
        /// Pictures that were there already, with the same bytes.
        var unchanged = 0
    }

    /// Absolute path of the folder.
    let path: String
    private let store: DiskStore
    private var own: [String: ContentDigest]

    /// - Parameter store: The cache.
    init(_ path: String, store: DiskStore) {
        (self.path, self.store) = (path, store)
        own = Self.read(Self.stateName(path), from: store) ?? [:]
    }

    /// The folder in which a build makes the pictures first: on the same file system, so that they can be moved.
    var staging: String { (path == "/" ? "" : path) + "/.alcedo-make" }

    /// Moves pictures from the folder of the build, each in one step. Nothing is written if one of them is in the way.
    ///
    /// - Parameters:
    ///   - overwrites: Whether files that no run wrote are overwritten.
    ///   - sources: The pictures that everything was made of, which are never overwritten.
    /// - Throws: `SiteError` or `FileSystemError`.
    mutating func take(_ pictures: [Picture], overwrites: Bool, sources: [String]) throws -> Result {
        var result = Result()
        var missing: [Picture] = []
        var replaced: [Picture] = []
        var inTheWay: [String] = []
        var untouchable: [String] = []
        let inodes = Set(
            try sources.compactMap { try FileSystem.status(of: $0, followingLinks: true)?.inode })
        for picture in pictures {
            guard let file = OwnFile(picture.name, in: path) else { continue }
            guard let found = try file.found() else {
                if try file.status() == nil { missing.append(picture) } else { untouchable.append(file.path) }
                continue
            }
            if found.digest == picture.digest {
                result.unchanged += 1
            } else if inodes.contains(found.status.inode) {
                untouchable.append(file.path)
            } else if overwrites || own[picture.name] == found.digest {
                replaced.append(picture)
            } else {
                inTheWay.append(file.path)
            }
        }
        if let first = untouchable.first {
            throw SiteError.inTheWay(
                "\(first) is one of the pictures, a folder or a link, which is not overwritten; name another folder with -o"
            )
        }
        if let first = inTheWay.first { throw Self.refusal(first, others: inTheWay.count - 1) }
        for picture in pictures { own[picture.name] = picture.digest }
        // Before the files, as one that is there without being known would be in the way of the next run.
        remember()
        for picture in missing + replaced {
            try FileSystem.createDirectory(FileSystem.folder(of: picture.name), below: path)
        }
        for picture in missing { try put(picture) }
        for picture in replaced {
            try FileSystem.rename(staging + "/" + picture.name, to: path + "/" + picture.name)
        }
        result.written = missing.count + replaced.count
        return result
    }

    /// Moves a picture to where nothing is, or was when it was looked for.
    private func put(_ picture: Picture) throws {
        let file = path + "/" + picture.name
        do throws(FileSystemError) {
            try FileSystem.link(staging + "/" + picture.name, to: file)
        } catch  where error.code == EEXIST {
            throw Self.refusal(file, others: 0)
        } catch {
            // A file system without hard links.
            try FileSystem.rename(staging + "/" + picture.name, to: file)
        }
    }

    private static func refusal(_ file: String, others: Int) -> SiteError {
        let what = others == 0 ? file : "\(file) and \(counted(others, "other file"))"
        return .inTheWay(
            "\(what) would be overwritten, and 'alcedo make' did not write that; name another folder with -o, or "
                + "overwrite with --force")
    }

    /// Removes the folder of the build, with what was not moved. Links in it are removed, not followed.
    func removeStaging() throws(FileSystemError) { try Self.remove(staging) }

    private static func remove(_ folder: String) throws(FileSystemError) {
        guard try FileSystem.status(of: folder)?.kind == .directory else { return }
        for entry in try FileSystem.entries(ofDirectory: folder) where entry.isText {
            let path = folder + "/" + entry.name
            if entry.kind == .directory { try remove(path) } else { try FileSystem.removeFile(at: path) }
        }
        try FileSystem.removeEmptyDirectory(at: folder)
    }

    // MARK: - Storage

    private static let schema = "alcedo-make-1"

    private static func stateName(_ path: String) -> String {
        "make-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    private static func read(_ name: String, from store: DiskStore) -> [String: ContentDigest]? {
        guard var reader = store.loadFields(named: name) else { return nil }
        do {
            guard try reader.readString() == schema else { return nil }
            return try reader.readDictionary(ofAtLeast: 8 + 32) { (try $0.readString(), try $0.readDigest()) }
        } catch {
            // Of another version: as without a state.
            return nil
        }
    }

    /// Stores the digests. Without them, the next run treats the files as the user's.
    private func remember() {
        do {
            try store.storeState(named: Self.stateName(path), reserving: 64 + own.count * 96) { writer in
                writer.write(Self.schema)
                writer.writeList(own.sorted { $0.key < $1.key }) { writer, item in
                    writer.write(item.key)
                    writer.write(item.value)
                }
            }
        } catch {
            // The build has said that the cache cannot be written.
        }
    }
}
