package import AlcedoBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension DiskStore {
    /// Runs `body` with the directory there, and with a shared lock on it: ``clear(keepingState:)`` waits.
    ///
    /// The lock is held for one write and not for as long as the store lives, so that a program which keeps a store
    /// open for days, to serve or to watch, keeps nobody from clearing.
    func whileNobodyClears(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
        let lock = try sharedLock()
        defer { withExtendedLifetime(lock) {} }
        try body()
    }

    /// Keeps the store from being cleared for as long as what comes back is held, and no longer than it takes to use
    /// what was just stored. `nil` where the file system knows no locks.
    ///
    /// - Throws: ``CacheError`` when the directory is not there and cannot be made.
    package func holdOff() throws(CacheError) -> FileLock? {
        do {
            return try sharedLock()
        } catch {
            throw .refused(error)
        }
    }

    private func sharedLock() throws(FileSystemError) -> FileLock? {
        var attempts = 0
        while true {
            attempts += 1
            try FileSystem.createDirectory(at: directory)
            let lock: FileLock?
            do {
                lock = try takeLock(.shared)
            } catch {
                // Cleared between the two calls.
                if error.isMissing, attempts < 100 { continue }
                throw error
            }
            // The lock may be on a directory that was deleted while it was waited for. On a file system that gives
            // its numbers anew each time this would go on for ever; there the lock is as good as it gets.
            if let lock, attempts < 100,
                try FileSystem.status(of: directory, followingLinks: true)?.inode != lock.inode
            {
                layout.reset()
                continue
            }
            return lock
        }
    }

    /// Runs `body` with an exclusive lock on the directory, which waits for writes that are under way; not at all
    /// if there is no directory.
    func whileNobodyWrites(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
        let lock: FileLock?
        do {
            lock = try takeLock(.exclusive)
        } catch {
            if error.isMissing { return }
            throw error
        }
        defer { withExtendedLifetime(lock) {} }
        try body()
    }

    /// `nil` where the file system knows no locks. Then clearing can make a write fail, and nothing worse.
    private func takeLock(_ mode: FileLock.Mode) throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(directory, mode, waits: true)
        } catch {
            // EBADF: some network file systems lock exclusively only what is open for writing, as no directory is.
            if error.operation == "lock", [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EBADF].contains(error.code) {
                return nil
            }
            throw error
        }
    }
}
