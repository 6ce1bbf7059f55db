import AlcedoBase

extension DiskStore {
    /// Marks this store as used by a build, which relies on all entries that it finds or stores until ``endUse()``.
    ///
    /// The modification time of a file is its last use, to the hour: entries are touched when found, unless touched
    /// within the last hour. A build announces itself with a locked file in ``temporaryDirectory`` before it stores or
    /// touches anything, at the latest in ``announceUse()``. Until then it changes no times, so that a build with
    /// nothing to do writes nothing. Trimming keeps everything used since one hour before the start of the oldest
    /// running build. Each batch of trimming holds the exclusive lock and reads the announcements anew; touching and
    /// storing hold the shared lock. So nothing can be removed between a find and its protection. The kernel releases
    /// the lock of a build that dies, which invalidates its announcement.
    public func beginUse() {
        use.begin(clock())
    }

    /// Announces that the build relies on its finds from now on. Does nothing without ``beginUse()``.
    public func announceUse() {
        announce()
    }

    /// Whether a build has announced its use of this store.
    public var hasAnnouncedUse: Bool { use.isAnnounced }

    /// Ends the use of this store by the build.
    public func endUse() {
        guard let announcement = use.end() else { return }
        defer { withExtendedLifetime(announcement.lock) {} }
        do {
            try FileSystem.removeFile(at: announcement.path)
        } catch {
            // Its lock is released, so the next trimming removes the file.
        }
    }

    static let useSuffix = "-use"
    static let hour = 3_600_000_000_000

    func announce() {
        do throws(FileSystemError) {
            try use.announce { since throws(FileSystemError) in
                var announcement: CacheUse.Announcement?
                try withSharedLock { () throws(FileSystemError) in
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
            // A cache that cannot be written cannot be trimmed either; and a build makes what it does not find.
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

    /// Marks a file as used. Returns `false` if it no longer exists.
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
            // Without write access, protection depends on the other users of the cache.
            return !error.isMissing
        }
    }

    // MARK: Announcements

    /// Returns the time since which used entries are protected by running builds, in nanoseconds since 1970; `nil` if
    /// no build is running. Removes announcements of dead builds. The caller holds the exclusive lock.
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
                // Without locks the age has to decide: no build takes a day.
                if status.modified < Int(clock().timeIntervalSince1970 * 1e9) - 24 * Self.hour { continue }
            }
            // Just ended or unreadable: fall back to the time of the file, which is later than the start of the build.
            let text = checked(path) { String(decoding: $0, as: UTF8.self) }
            let since = text.flatMap { Int($0) } ?? status.modified
            // Timestamps of files can have a resolution of two seconds.
            earliest = min(earliest ?? .max, since.addingClamped(-Self.hour - 2_000_000_000))
        }
        return earliest
    }
}
