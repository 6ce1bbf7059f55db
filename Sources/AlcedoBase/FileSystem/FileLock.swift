#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A lock on a file or a directory that the kernel drops when the process dies, however it dies.
///
/// It is advisory (`flock`): it stops other builds, not other programs.
public final class FileLock: Sendable {
    /// Who else may hold the lock at the same time.
    public enum Mode: Sendable {
        /// Anybody who also asks for a shared lock.
        case shared
        /// Nobody.
        case exclusive
    }

    private let descriptor: Int32
    /// The number of the file or directory that is locked.
    public let inode: UInt64

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - path: A file or a directory.
    ///   - creates: Whether an empty file that only this user can open is made where there is nothing. A symbolic link
    ///     is not followed then.
    ///   - waits: Whether to block until the lock is free. Otherwise `nil` comes back when somebody holds it.
    /// - Throws: ``FileSystemError``.
    public convenience init?(
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
