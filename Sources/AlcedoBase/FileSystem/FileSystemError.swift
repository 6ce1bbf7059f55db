/// An error for a file operation that the system refused.
package struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation as a verb: `read`, `write`, `rename`.
    package var operation: String
    /// The path of the file.
    package var path: String
    /// The system's error number.
    package var code: Int32

    /// Creates an error from the system's error number.
    package init(_ operation: String, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The system's description of the error.
    package var reason: String { String(cString: strerror(code)) }

    /// Whether the file does not exist.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether the file system does not support locks, or not this kind: see `FileLock`.
    package var saysThereAreNoLocks: Bool {
        // EBADF: network file systems require an exclusively locked file to be open for writing, flock(2).
        operation == "lock" && [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EBADF].contains(code)
    }

    /// `cannot write photos/a.jpg: No space left on device`.
    package var description: String { "cannot \(operation) \(path): \(reason)" }
}
