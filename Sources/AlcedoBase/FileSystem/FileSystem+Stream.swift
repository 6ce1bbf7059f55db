extension FileSystem {
    /// A file that is being written incrementally, not yet visible under its final name.
    package struct Stream {
        fileprivate let descriptor: Int32
        fileprivate let path: String
        fileprivate var buffer: [UInt8] = []

        /// Writes text as UTF-8.
        /// - Throws: ``FileSystemError``.
        package mutating func write(_ text: String) throws(FileSystemError) {
            buffer.append(contentsOf: text.utf8)
            if buffer.count >= 1 << 20 { try flush() }
        }

        /// Writes bytes.
        /// - Throws: ``FileSystemError``.
        package mutating func write(_ bytes: [UInt8]) throws(FileSystemError) {
            buffer.append(contentsOf: bytes)
            if buffer.count >= 1 << 20 { try flush() }
        }

        fileprivate mutating func flush() throws(FileSystemError) {
            guard !buffer.isEmpty else { return }
            let code = buffer.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor, path) }
            if code != 0 { throw FileSystemError("write", path, code: code) }
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Writes the output of `body` to `path` atomically, like `writeAtomically(_:to:)`, with only a part in memory.
    ///
    /// If `body` throws, the temporary file is removed and `path` keeps its previous contents.
    ///
    /// - Throws: ``FileSystemError``, and what `body` throws.
    package static func writeAtomically(
        to path: String, permissions: UInt32 = 0o666, _ body: (inout Stream) throws -> Void
    ) throws {
        let parent = self.folder(of: path)
        let temporary = (parent.isEmpty ? "." : parent) + "/" + temporaryName()
        let descriptor = change("create", temporary) {
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        }
        // Errors name the destination, because the temporary file is an internal detail.
        if descriptor == -1 { throw FileSystemError("create", path, code: errno) }
        var stream = Stream(descriptor: descriptor, path: path)
        do {
            try body(&stream)
            try stream.flush()
        } catch {
            close(descriptor)
            discard(temporary)
            throw error
        }
        if closeWritten(descriptor, temporary) != 0, errno != EINTR {
            let code = errno
            discard(temporary)
            throw FileSystemError("write", path, code: code)
        }
        do {
            try rename(temporary, to: path)
        } catch {
            discard(temporary)
            throw error
        }
    }
}
