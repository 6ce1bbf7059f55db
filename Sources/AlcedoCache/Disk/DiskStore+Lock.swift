package import AlcedoBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension DiskStore {
    /// Runs `body` with the directory there, and with a shared lock on it: clearing and trimming wait.
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

    /// Runs `body` like ``whileNobodyWrites(_:)``, but gives up after so many seconds.
    ///
    /// It asks again and again instead of waiting: a build should not stand still at its end because of others.
    /// - Returns: Whether it got the lock, or there is nothing to lock.
    func whileNobodyWrites(
        patience: Double, _ body: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) -> Bool {
        let end = ContinuousClock.now + .seconds(patience)
        var pause: UInt32 = 200
        var attempts = 0
        while true {
            attempts += 1
            do {
                let lock = try FileLock(directory, .exclusive, waits: false)
                defer { withExtendedLifetime(lock) {} }
                // Not that of a directory which was cleared in between, and made anew by others; but there are file
                // systems that give their numbers anew each time.
                let isTaken =
                    try lock.map { lock throws(FileSystemError) in
                        if attempts >= 100 { return true }
                        return try isOnDirectory(lock)
                    } ?? false
                if isTaken {
                    try body()
                    return true
                }
            } catch {
                if error.isMissing, try FileSystem.status(of: directory, followingLinks: true) == nil {
                    return true
                }
                guard error.saysThereAreNoLocks else { throw error }
                try body()
                return true
            }
            if ContinuousClock.now >= end { return false }
            usleep(pause)
            pause = min(pause * 2, 5000)
        }
    }

    private func isOnDirectory(_ lock: FileLock) throws(FileSystemError) -> Bool {
        try FileSystem.status(of: directory, followingLinks: true)?.inode == lock.inode
    }

    /// `nil` where the file system knows no locks. Then clearing can make a write fail, and nothing worse.
    func takeLock(_ mode: FileLock.Mode) throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(directory, mode, waits: true)
        } catch {
            if error.saysThereAreNoLocks { return nil }
            throw error
        }
    }
}
