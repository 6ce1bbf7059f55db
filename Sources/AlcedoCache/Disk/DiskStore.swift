public import AlcedoBase

/// A content-addressed store of plain files that threads, builds and processes can share.
///
///     <directory>/CACHEDIR.TAG           excludes it from backups
///     <directory>/.gitignore             excludes it from git (both are in v1 if the directory has other files)
///     <directory>/v1/blobs/ab/abcd…      bytes, under their own SHA-256
///     <directory>/v1/records/ab/abcd…    small records, each with a checksum, under the key that determines them
///     <directory>/v1/state/…             state that a build stores for the next, with a checksum
///     <directory>/v1/tmp/…               unfinished files, and announcements of running builds
///
/// It may lose entries, but never returns wrong ones. Every read is verified; a damaged entry is deleted, counted and
/// reported as absent. Nothing is created before the first entry is stored.
///
/// Readers take no lock, because entries appear atomically and are verified. Writers hold a shared lock on the
/// directory; clearing and trimming hold an exclusive one, so that nothing disappears during a write. ``beginUse()``
/// describes how entries in use are protected from trimming.
public final class DiskStore: Sendable {
    /// The directory, as given.
    public let directory: String
    let version: String

    // The version of the format.
    static let versionName = "v1"
    let counters = Counters()

    /// Protection of the entries in use.
    let use = CacheUse()

    /// Returns the current time.
    let clock: @Sendable () -> Date

    // Set once the layout exists: saves four system calls per entry.
    let layout = Latch()

    /// A second store to read from, in which nothing is stored.
    let base: DiskStore?

    /// Whether the directory is never changed: damaged entries remain, and storing fails.
    public let isReadOnly: Bool

    /// Creates a store for a directory, which need not exist and is not accessed.
    ///
    /// - Parameters:
    ///   - directory: The path of the cache.
    ///   - base: A second store for entries that this one lacks, such as a read-only one. Nothing is stored in it;
    ///     damaged entries are removed from it if possible.
    ///   - isReadOnly: Whether to only read the directory: nothing is removed from it, and storing fails.
    ///   - clock: Returns the current time.
    public init(
        directory: String, readingAlso base: DiskStore? = nil, isReadOnly: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.base = base
        self.isReadOnly = isReadOnly
        self.clock = clock
        self.directory = directory
        version = directory + "/" + Self.versionName
    }

    /// The counts of all requests to this store object.
    public var statistics: CacheStatistics { counters.value }

    /// The folder for files that are useless after their writer has ended: clearing removes leftovers. Created by
    /// ``prepare()``.
    public var temporaryDirectory: String { version + "/tmp" }

    /// Creates the directory and its layout. Storing does this, too.
    /// - Throws: ``CacheError``.
    public func prepare() throws(CacheError) {
        if isReadOnly { throw .refused(FileSystemError("write", directory, code: EROFS)) }
        do {
            try withSharedLock { () throws(FileSystemError) in try prepareLayout() }
        } catch {
            throw refusal(error, of: temporaryDirectory)
        }
    }

    /// Writes an entry under the shared lock.
    func write(
        _ data: some ContiguousBytes, to path: String, permissions: UInt32 = 0o666
    ) throws(CacheError) {
        try put(at: path) { () throws(FileSystemError) in
            try FileSystem.writeAtomically(
                data, to: path, temporaryDirectory: temporaryDirectory, permissions: permissions)
        }
    }

    /// Moves a file to the path of an entry under the shared lock.
    func move(_ file: String, to path: String) throws(CacheError) {
        try put(at: path) { () throws(FileSystemError) in try FileSystem.rename(file, to: path) }
    }

    private func put(at path: String, _ body: () throws(FileSystemError) -> Void) throws(CacheError) {
        let folder = FileSystem.folder(of: path)
        if isReadOnly { throw .refused(FileSystemError("write", path, code: EROFS)) }
        do {
            try withSharedLock { () throws(FileSystemError) in try put(at: path, in: folder, body) }
        } catch {
            throw refusal(error, of: folder)
        }
    }

    /// Retries once if the cache was deleted in between, or if a folder was at the path of the entry, which a rename
    /// cannot replace.
    private func put(
        at path: String, in folder: String, _ body: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        for attempt in 0..<2 {
            try prepareLayout()
            do throws(FileSystemError) {
                if try !isFolder(folder) { try FileSystem.createDirectory(at: folder) }
                try body()
                return
            } catch {
                if attempt == 0, kind(of: path) == .directory {
                    discard(path)
                } else if attempt == 0, error.isMissing {
                    layout.reset()
                } else {
                    throw error
                }
            }
        }
    }

    private func kind(of path: String) -> FileStatus.Kind? {
        do {
            return try FileSystem.status(of: path, followingLinks: true)?.kind
        } catch {
            return nil
        }
    }

    /// Returns ``CacheError/inTheWay(path:)`` if a file in the place of a folder of the cache explains the failure, or
    /// else the failure itself.
    private func refusal(_ error: FileSystemError, of folder: String) -> CacheError {
        for place in [folder, temporaryDirectory] {
            var folder = place
            while folder.utf8.count >= directory.utf8.count, !folder.isEmpty, folder != "/" {
                if let kind = kind(of: folder), kind != .directory { return .inTheWay(path: folder) }
                folder = FileSystem.folder(of: folder)
            }
        }
        return .refused(error)
    }

    func path(_ kind: Kind, _ digest: ContentDigest) -> String {
        let hex = digest.hex
        return "\(version)/\(kind.rawValue)/\(hex.prefix(2))/\(hex)"
    }

    /// The kinds of files in a store.
    enum Kind: String, CaseIterable {
        case blobs, records, state, tmp
    }

    /// Returns whether a read error means that something else is at the path of an entry. Other errors, such as too
    /// many open files, say nothing about the entry.
    func isForeign(_ error: FileSystemError) -> Bool {
        [EISDIR, EINVAL, ELOOP, ENXIO, EFBIG].contains(error.code)
    }

    /// Removes an invalid entry. Returns the reason if that fails.
    @discardableResult
    func discard(_ path: String) -> String? {
        counters.countBad()
        if isReadOnly { return nil }
        do {
            if try FileSystem.status(of: path)?.kind == .directory {
                try FileManager.default.removeItem(atPath: path)
            } else {
                try FileSystem.removeFile(at: path)
            }
            return nil
        } catch let error as FileSystemError {
            // It remains a miss: the next store reports why it cannot be replaced.
            return error.reason
        } catch {
            return "\(error)"
        }
    }
}
