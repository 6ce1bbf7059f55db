/// A lock on a file or a directory, released by the kernel when the process ends for whatever reason.
///
/// It is advisory (`flock`): it excludes other builds, not other programs.
package final class FileLock: Sendable {
    /// The compatibility of a lock with others.
    package enum Mode: Sendable {
        /// Compatible with other shared locks.
        case shared
        /// Excludes all other locks.
        case exclusive
    }

    private let descriptor: Int32
    /// The inode number of the locked file or directory.
    package let inode: UInt64

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - path: A file or a directory.
    ///   - creates: Whether to create an empty file, accessible only to this user, if nothing is there. Symbolic links
    ///     are then not followed.
    ///   - waits: Whether to block until the lock is free. Otherwise a lock held elsewhere gives `nil`.
    /// - Throws: ``FileSystemError``.
    package convenience init?(
        _ path: String, _ mode: Mode, creates: Bool = false, waits: Bool
    ) throws(FileSystemError) {
        let access = creates ? O_RDWR | O_CREAT | O_NOFOLLOW : O_RDONLY
        let descriptor = try FileSystem.check("open", path) { open(path, access | O_CLOEXEC, 0o600) }
        let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | (waits ? 0 : LOCK_NB)
        do {
            _ = try FileSystem.check("lock", path) { flock(descriptor, operation) }
        } catch {
            close(descriptor)
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
        do {
            self.init(descriptor, inode: try FileSystem.status(ofOpen: descriptor, path).inode)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(_ descriptor: Int32, inode: UInt64) {
        self.descriptor = descriptor
        self.inode = inode
    }

    deinit {
        close(descriptor)
    }
}
