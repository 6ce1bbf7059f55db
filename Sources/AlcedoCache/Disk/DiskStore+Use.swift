import AlcedoBase
import Foundation

extension DiskStore {
    /// Says that from now on this store serves a build, which relies on what it has found or stored until
    /// ``endUse()``.
    ///
    /// A file's date says when it was last used, to the hour: what is found and has not been touched for an hour is
    /// touched. A build announces itself by a locked file in ``temporaryDirectory`` before it stores or touches
    /// anything, at the latest at ``announceUse()``, and until then it leaves dates alone, so that a build with
    /// nothing to do writes nothing. Trimming spares everything that has been used since an hour before the oldest
    /// build began that is still at work. Each part of trimming holds the exclusive lock and looks for announcements
    /// anew; touching and storing hold the shared one. So between a find and its protection nothing can be removed.
    /// The kernel drops the lock of a build that dies, and then its announcement counts no more.
    public func beginUse() {
        use.begin(clock())
    }

    /// Says that the build relies on what it finds from now on. Nothing happens without ``beginUse()``.
    public func announceUse() {
        announce()
    }

    /// Whether a build has announced that it uses this store.
    public var hasAnnouncedUse: Bool { use.isAnnounced }

    /// Says that the build is over.
    public func endUse() {
        guard let announcement = use.end() else { return }
        defer { withExtendedLifetime(announcement.lock) {} }
        do {
            try FileSystem.removeFile(at: announcement.path)
        } catch {
            // Nobody holds its lock any more, so the next trimming removes it.
        }
    }

    static let useSuffix = "-use"
    static let hour = 3_600_000_000_000

    func announce() {
        do throws(FileSystemError) {
            try use.announce { since throws(FileSystemError) in
                var announcement: CacheUse.Announcement?
                try whileNobodyClears { () throws(FileSystemError) in
                    try prepareLayout()
                    let path = temporaryDirectory + "/" + FileSystem.temporaryName() + Self.useSuffix
                    let nanoseconds = Int(since.timeIntervalSince1970 * 1e9)
                    try FileSystem.writeAtomically(
                        Data(String(nanoseconds).utf8), to: path, temporaryDirectory: temporaryDirectory)
                    announcement = CacheUse.Announcement(path: path, lock: try Self.lock(path))
                }
                guard let announcement else {
                    throw FileSystemError("lock", temporaryDirectory, code: ENOENT)
                }
                return announcement
            }
        } catch {
            // A cache in which nothing can be written is not trimmed either; and what a build misses, it makes.
        }
    }

    private static func lock(_ path: String) throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(path, .exclusive, waits: false)
        } catch {
            if error.saysThereAreNoLocks { return nil }
            throw error
        }
    }

    /// Marks a file as used. `false` when it is not there any more.
    func noteUse(of path: String, _ known: FileStatus? = nil) -> Bool {
        guard use.marksWhatIsFound else { return true }
        do throws(FileSystemError) {
            var status = known
            if status == nil { status = try FileSystem.status(of: path) }
            guard let status else { return false }
            let now = Int(clock().timeIntervalSince1970 * 1e9)
            guard status.modified < now - Self.hour else { return true }
            let lock = try takeLock(.shared)
            defer { withExtendedLifetime(lock) {} }
            try FileSystem.touch(path)
            return true
        } catch {
            // Whoever may not write here has to live with what others think is used.
            return !error.isMissing
        }
    }

    // MARK: The other side

    /// The moment in nanoseconds since 1970 from which on everything used is kept, because builds are at work;
    /// `nil` if none is. Announcements of builds that died are removed. The caller holds the exclusive lock.
    func protectedSince() throws(FileSystemError) -> Int? {
        var earliest: Int?
        for path in try files(of: .tmp) where path.hasSuffix(Self.useSuffix) {
            guard let status = try FileSystem.status(of: path) else { continue }
            do throws(FileSystemError) {
                if try FileLock(path, .exclusive, waits: false) != nil {
                    try FileSystem.removeFile(at: path)
                    continue
                }
            } catch {
                if error.isMissing { continue }
                guard error.saysThereAreNoLocks else { throw error }
                // No build takes a day; without locks that is all there is to go by.
                if status.modified < Int(clock().timeIntervalSince1970 * 1e9) - 24 * Self.hour { continue }
            }
            // Ended between the two calls, or unreadable: when it was written is later than when it began.
            let text = checked(path) { String(decoding: $0, as: UTF8.self) }
            let since = text.flatMap { Int($0) } ?? status.modified
            // Dates of files come in steps of up to two seconds.
            earliest = min(earliest ?? .max, since - Self.hour - 2_000_000_000)
        }
        return earliest
    }
}
