package import AlcedoBase

extension DiskStore {
    /// Runs `body` with an existing directory and a shared lock on it, so that clearing and trimming wait.
    ///
    /// The lock is held for one write and not for the lifetime of the store, so that a program that keeps a store open
    /// for days, to serve or to watch, does not block clearing.
    func withSharedLock(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
        let lock = try sharedLock()
        defer { withExtendedLifetime(lock) {} }
        try body()
    }

    /// Returns a lock that keeps the store from being cleared; hold it no longer than necessary to use what was just
    /// stored. `nil` if the file system does not support locks.
    ///
    /// - Throws: ``CacheError`` if the directory is missing and cannot be created.
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
            let lock: FileLock?
            do {
                lock = try takeLock(.shared)
            } catch {
                guard error.isMissing, attempts < 100 else { throw error }
                // It is the first use, or the cache was cleared.
                try FileSystem.createDirectory(at: directory)
                continue
            }
            // The directory may have been deleted while waiting for its lock. On a file system that assigns new inode
            // numbers each time this would never end, so accept the lock after 100 attempts.
            if let lock, attempts < 100,
                try FileSystem.status(of: directory, followingLinks: true)?.inode != lock.inode
            {
                layout.reset()
                continue
            }
            return lock
        }
    }

    /// Runs `body` with an exclusive lock on the directory, after writes in progress have finished; does not run it if
    /// there is no directory.
    func withExclusiveLock(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
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

    /// Runs `body` like ``withExclusiveLock(_:)``, but gives up after `patience` seconds.
    ///
    /// It polls instead of blocking, so that a build does not stall at its end because of others.
    /// - Returns: Whether the lock was acquired, or there is nothing to lock.
    func withExclusiveLock(
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
                // The directory may have been cleared and recreated in between; but some file systems assign new inode
                // numbers each time.
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

    /// Returns `nil` if the file system does not support locks. The worst effect of clearing is then a failed write.
    func takeLock(_ mode: FileLock.Mode) throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(directory, mode, waits: true)
        } catch {
            if error.saysThereAreNoLocks { return nil }
            throw error
        }
    }
}
