import AlcedoBase
public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A store of plain files by content, which any number of threads, builds and processes may use at once.
///
///     <directory>/CACHEDIR.TAG           backup programs pass it over
///     <directory>/.gitignore             git does, too (both stand in v1 if the directory is not the cache's alone)
///     <directory>/v1/blobs/ab/abcd…      bytes, under their own SHA-256
///     <directory>/v1/records/ab/abcd…    small facts, each with a checksum, under the key that decides them
///     <directory>/v1/state/…             what a build remembers for the next, checksummed
///     <directory>/v1/tmp/…               files that are being written, and announcements of builds at work
///
/// It may lose what it was given; it never gives back anything else. Every read is verified, and an entry that is
/// damaged is deleted, counted and reported as absent. Nothing is created before something is stored.
///
/// Readers take no lock: entries appear whole and are verified. Whoever writes holds a shared lock on the directory
/// meanwhile, and whoever clears or trims an exclusive one, so that nothing goes from under a writer. How what is in
/// use escapes trimming is told at ``beginUse()``.
public final class DiskStore: Sendable {
    /// The directory, as it was given.
    public let directory: String
    let version: String

    // The format of what is in it.
    static let versionName = "v1"
    let counters = Counters()

    /// How this store takes part in keeping what is in use.
    let use = CacheUse()

    /// What time it is.
    let clock: @Sendable () -> Date

    // Set once the layout is known to be there: spares four system calls for each entry.
    let layout = Latch()

    /// A store that is asked for what this one does not have, and in which nothing is ever stored.
    let base: DiskStore?

    /// Whether damaged entries stay where they are, and storing is refused.
    public let isReadOnly: Bool

    /// Names the directory. It need not exist and is not touched.
    ///
    /// - Parameters:
    ///   - directory: Where it is.
    ///   - base: A store that is asked for what this one does not have, such as one that can be read and not written.
    ///     Nothing is stored in it; what is found damaged there is removed if that can be done.
    ///   - isReadOnly: Whether the directory is only looked at: nothing is removed from it, and storing is refused.
    ///   - clock: What time it is, for what expires.
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

    /// What was asked of this store object so far.
    public var statistics: CacheStatistics { counters.value }

    /// Where files are put that nobody needs any more once their writer has ended: clearing removes what was left
    /// there. It is made by ``prepare()``.
    public var temporaryDirectory: String { version + "/tmp" }

    /// Makes the directory and what has to stand in it. Storing does it, too.
    /// - Throws: ``CacheError``.
    public func prepare() throws(CacheError) {
        if isReadOnly { throw .refused(FileSystemError("write", directory, code: EROFS)) }
        do {
            try whileNobodyClears { () throws(FileSystemError) in try prepareLayout() }
        } catch {
            throw refusal(error, of: temporaryDirectory)
        }
    }

    /// Prepares and writes, while nobody clears.
    func write(
        _ data: some ContiguousBytes, to path: String, permissions: UInt32 = 0o666
    ) throws(CacheError) {
        try put(at: path) { () throws(FileSystemError) in
            try FileSystem.writeAtomically(
                data, to: path, temporaryDirectory: temporaryDirectory, permissions: permissions)
        }
    }

    /// Moves a file to where an entry stands, while nobody clears.
    func move(_ file: String, to path: String) throws(CacheError) {
        try put(at: path) { () throws(FileSystemError) in try FileSystem.rename(file, to: path) }
    }

    private func put(at path: String, _ body: () throws(FileSystemError) -> Void) throws(CacheError) {
        let folder = FileSystem.folder(of: path)
        if isReadOnly { throw .refused(FileSystemError("write", path, code: EROFS)) }
        do {
            try whileNobodyClears { () throws(FileSystemError) in try put(at: path, in: folder, body) }
        } catch {
            throw refusal(error, of: folder)
        }
    }

    /// Tries once more if the cache was deleted in between, or if a folder stood under the entry's name, which
    /// nothing can be renamed over.
    private func put(
        at path: String, in folder: String, _ body: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        for attempt in 0..<2 {
            try prepareLayout()
            do throws(FileSystemError) {
                try FileSystem.createDirectory(at: folder)
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

    /// Says which of the cache's folders, on the way to `folder` or to temporary files, is none, if that is why the system refused.
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

    /// Whether an error of reading says that something else stands under an entry's name. Others, such as too many
    /// open files, say nothing about the entry.
    func isForeign(_ error: FileSystemError) -> Bool {
        [EISDIR, EINVAL, ELOOP, ENXIO, EFBIG].contains(error.code)
    }

    /// Removes whatever stands under an entry's name and is not what it should be. Gives back why it could not.
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
            // It stays a miss: the next store over it says why it cannot be replaced.
            return error.reason
        } catch {
            return error.localizedDescription
        }
    }
}
