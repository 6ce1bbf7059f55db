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
    /// If `body` throws, the temporary file is removed and `path` keeps its previous contents. What a killed process has left
    /// of the same file is removed first.
    ///
    /// - Throws: ``FileSystemError``, and what `body` throws.
    package static func writeAtomically(
        to path: String, permissions: UInt32 = 0o666, _ body: (inout Stream) throws -> Void
    ) throws {
        let parent = self.folder(of: path)
        let folder = parent.isEmpty ? "." : parent
        let owner =
            "part-" + ContentDigest(hashing: String(path.split(separator: "/").last ?? "")).hex.prefix(8)
        removeAbandonedFiles(in: folder, owner: owner)
        let temporary = folder + "/" + temporaryName(owner: owner)
        let descriptor = change("create", temporary) {
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        }
        // Errors name the destination, because the temporary file is an internal detail.
        if descriptor == -1 { throw FileSystemError("create", path, code: errno) }
        // Held until the file has its name: a locked one is not abandoned. Drives without locks keep what is left.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        let hold = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        defer { if hold != -1 { close(hold) } }
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

    /// Removes the temporary files with this owner that no process holds. Those that cannot be removed are left: they harm
    /// nothing but the look of the folder.
    private static func removeAbandonedFiles(in folder: String, owner: String) {
        do {
            let prefix = temporaryPrefix + owner + "-"
            for entry in try entries(ofDirectory: folder)
            where entry.kind == .regular && entry.name.hasPrefix(prefix) {
                let path = folder + "/" + entry.name
                let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                if descriptor == -1 { continue }
                defer { close(descriptor) }
                if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try removeFile(at: path) }
            }
        } catch {
            // A folder that is missing or cannot be read is reported when the file is created.
        }
    }
}
