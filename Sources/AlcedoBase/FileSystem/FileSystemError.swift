#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An operation on a file that the system refused.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb: `read`, `write`, `rename`.
    public var operation: String
    /// The path it was tried on.
    public var path: String
    /// The system's error number.
    public var code: Int32

    /// Describes a refusal by the system's error number.
    public init(_ operation: String, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The system's words for the reason.
    public var reason: String { String(cString: strerror(code)) }

    /// Whether there is nothing at that path.
    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether the disk or the quota is full.
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether this is a file system's way of saying that it knows no locks, or not this one: see ``FileLock``.
    package var saysThereAreNoLocks: Bool {
        // EBADF: network file systems lock exclusively only what is open for writing, flock(2).
        operation == "lock" && [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EBADF].contains(code)
    }

    /// `cannot write photos/a.jpg: No space left on device`.
    public var description: String { "cannot \(operation) \(path): \(reason)" }
}
