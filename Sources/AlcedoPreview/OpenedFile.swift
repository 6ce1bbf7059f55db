import AlcedoBase

/// A file that is sent in pieces, all of the same file even if another one takes its place meanwhile.
final class OpenedFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// - Throws: `FileSystemError`.
    init(_ path: String) throws(FileSystemError) {
        self.path = path
        // Not through a link that has replaced it, nor from a pipe, which would block.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 { throw FileSystemError("open", path, code: errno) }
    }

    deinit { close(descriptor) }

    /// Returns bytes from a place on; none at the end.
    /// - Throws: `FileSystemError`.
    func read(at place: Int, count: Int) throws(FileSystemError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let found = pread(descriptor, buffer.baseAddress, count, off_t(place))
            if found < 0 { failure = errno }
            filled = max(0, found)
        }
        if failure != 0 { throw FileSystemError("read", path, code: failure) }
        return bytes
    }
}
