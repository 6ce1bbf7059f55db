import CAlcedoSystem

extension FileSystem {
    /// The guarantee that a write has to give before it returns.
    package enum Durability: Sendable {
        /// Survives the end of the process; after a power failure the file may be lost, and readers must verify it.
        case process
        /// Survives a power failure: contents and name are on the disk.
        case power
    }

    /// Writes `data` to `path` atomically: readers see the old bytes or the new ones, never a part.
    ///
    /// The bytes go to a temporary file on the same file system, which is renamed to `path` when it is complete. After
    /// any failure the temporary file is removed and `path` keeps its previous contents.
    ///
    /// - Parameters:
    ///   - directory: The directory of the temporary file, on the same file system; by default the directory of `path`.
    ///   - owner: A word in the name of the temporary file, by which a later writer finds files left by a killed
    ///     process; see ``removeTemporaryFiles(in:owner:)``.
    ///   - permissions: The mode bits before the umask is applied.
    /// - Throws: ``FileSystemError``.
    package static func writeAtomically(
        _ data: some ContiguousBytes, to path: String, temporaryDirectory directory: String? = nil,
        temporaryOwner owner: String? = nil, permissions: UInt32 = 0o666, durability: Durability = .process
    ) throws(FileSystemError) {
        try putAtomically(path, directory, owner, durability) { temporary throws(FileSystemError) in
            try write(data, toNewFile: temporary, permissions: permissions, durability: durability)
        }
    }

    /// Writes consecutive pieces to `path` atomically.
    package static func writeAtomically(
        pieces: [ArraySlice<UInt8>], to path: String, temporaryOwner owner: String? = nil,
        durability: Durability = .process
    ) throws(FileSystemError) {
        try putAtomically(path, nil, owner, durability) { temporary throws(FileSystemError) in
            // A fault halfway through the write needs a single write.
            if FaultInjection.isArmed {
                try write(Array(pieces.joined()), toNewFile: temporary, durability: durability)
            } else {
                try create(temporary, permissions: 0o666, durability) { descriptor in
                    writeAll(pieces, to: descriptor)
                }
            }
        }
    }

    /// Replaces the contents of a file atomically. It keeps its mode, and its group and owner as far as this process
    /// may change them; the new bytes are never readable by users who could not read the old ones.
    ///
    /// - Throws: ``FileSystemError``, including if there is no such file; the file is then unchanged.
    package static func replaceAtomically(
        _ path: String, with data: some ContiguousBytes
    ) throws(FileSystemError) {
        var status = stat()
        _ = try check("look at", path) { stat(path, &status) }
        let mode = status.st_mode & 0o7777
        try putAtomically(path, nil, nil, .process) { temporary throws(FileSystemError) in
            try write(data, toNewFile: temporary, permissions: 0o600)
            do throws(FileSystemError) {
                // Only root can change the owner; others can at least choose among their groups. The mode is set last,
                // because a change of owner clears some of its bits.
                if chown(temporary, status.st_uid, status.st_gid) != 0 {
                    _ = chown(temporary, uid_t.max, status.st_gid)
                }
                _ = try check("set the mode of", path) { chmod(temporary, mode) }
            } catch {
                discard(temporary)
                throw error
            }
        }
    }

    // With an open `folder`, which is that of `path`, the system is given names in it.
    static func putAtomically(
        _ path: String, _ directory: String?, _ owner: String?, _ durability: Durability,
        in open: OpenFolder? = nil, _ write: (String) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let parent = self.folder(of: path)
        let folder = directory ?? (parent.isEmpty ? "." : parent)
        let temporary = folder + "/" + temporaryName(owner: owner)
        do {
            try write(temporary)
        } catch {
            // Errors name the destination, because the temporary file is an internal detail.
            throw directory == nil ? FileSystemError(error.operation, path, code: error.code) : error
        }
        do {
            try rename(temporary, to: path, in: open)
        } catch {
            discard(temporary, in: open)
            throw error
        }
        if durability == .power { try synchronizeDirectory(parent.isEmpty ? "." : parent) }
    }

    /// The prefix of the names of all temporary files of Alcedo.
    package static let temporaryPrefix = ".alcedo-tmp-"

    /// Returns a name that no other process or thread is using.
    ///
    /// - Parameter owner: A word to find the file by; see ``removeTemporaryFiles(in:owner:)``.
    package static func temporaryName(owner: String? = nil) -> String {
        temporaryPrefix + (owner.map { $0 + "-" } ?? "") + ownMark
            + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// What the names of this process's temporary files have behind the owner. Another process may have the same number,
    /// in another container with the same cache.
    private static let ownMark = "\(getpid())-" + String(UInt64.random(in: .min ... .max), radix: 36)

    /// Removes the temporary files without an owner that this process has left in a directory, which need not exist.
    ///
    /// - Throws: ``FileSystemError``.
    package static func removeOwnTemporaryFiles(in folder: String) throws(FileSystemError) {
        try removeTemporaryFiles(in: folder, prefix: temporaryPrefix + ownMark)
    }

    /// Removes the temporary files left by killed processes in a directory, which need not exist.
    ///
    /// - Parameter owner: The word in the names of the files to remove, if other writers may be active; `nil` for all.
    /// - Throws: ``FileSystemError``.
    package static func removeTemporaryFiles(
        in folder: String, owner: String? = nil
    ) throws(FileSystemError) {
        try removeTemporaryFiles(in: folder, prefix: temporaryPrefix + (owner.map { $0 + "-" } ?? ""))
    }

    private static func removeTemporaryFiles(in folder: String, prefix: String) throws(FileSystemError) {
        let found: [DirectoryEntry]
        do {
            found = try entries(ofDirectory: folder)
        } catch {
            if error.isMissing { return }
            throw error
        }
        for entry in found where entry.kind == .regular && entry.name.hasPrefix(prefix) {
            try removeFile(at: folder + "/" + entry.name)
        }
    }

    /// Writes a new file. After any failure nothing of it remains.
    ///
    /// - Parameter permissions: The mode bits before the umask is applied.
    /// - Throws: ``FileSystemError``.
    package static func write(
        _ data: some ContiguousBytes, toNewFile path: String, permissions: UInt32 = 0o666,
        durability: Durability = .process
    ) throws(FileSystemError) {
        try write(data, toNewFile: path, permissions: permissions, durability: durability, in: nil)
    }

    static func write(
        _ data: some ContiguousBytes, toNewFile path: String, permissions: UInt32 = 0o666,
        durability: Durability = .process, in folder: OpenFolder?
    ) throws(FileSystemError) {
        try create(path, permissions: permissions, durability, in: folder) { descriptor in
            data.withUnsafeBytes { writeAll($0, to: descriptor, path) }
        }
    }

    /// Creates an empty file.
    ///
    /// - Parameter permissions: The mode bits before the umask is applied.
    /// - Returns: A descriptor for writing, which the caller closes.
    /// - Throws: ``FileSystemError``, also if there is something at the path.
    package static func createFile(
        at path: String, permissions: UInt32
    ) throws(FileSystemError) -> Int32 {
        try createFile(at: path, permissions: permissions, in: nil)
    }

    private static func createFile(
        at path: String, permissions: UInt32, in folder: OpenFolder?
    ) throws(FileSystemError) -> Int32 {
        try check("create", path) {
            change("create", path) {
                openat(
                    folder.place, folder.name(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    mode_t(permissions))
            }
        }
    }

    /// Writes all of `data` to a file that another process has opened, and closes it in any case.
    ///
    /// - Parameter path: A name for errors.
    /// - Throws: ``FileSystemError``.
    package static func write(
        _ data: some ContiguousBytes, toOpenFile descriptor: Int32, named path: String
    ) throws(FileSystemError) {
        var failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
        // Some file systems report a full disk only here.
        if close(descriptor) != 0, failure == 0, errno != EINTR { failure = errno }
        if failure != 0 { throw FileSystemError("write", path, code: failure) }
    }

    // `fill` returns 0 or the system's error number.
    private static func create(
        _ path: String, permissions: UInt32, _ durability: Durability, in folder: OpenFolder? = nil,
        _ fill: (Int32) -> Int32
    ) throws(FileSystemError) {
        let descriptor = try createFile(at: path, permissions: permissions, in: folder)
        var failure = fill(descriptor)
        if failure == 0, durability == .power, synchronize(descriptor, path) != 0 { failure = errno }
        // Some file systems report a full disk only here.
        if closeWritten(descriptor, path) != 0, failure == 0, errno != EINTR { failure = errno }
        if failure != 0 {
            // The file was created here: O_EXCL would have failed for an existing one.
            discard(path, in: folder)
            throw FileSystemError("write", path, code: failure)
        }
    }

    // If this fails too, the next build removes the file by its name.
    static func discard(_ temporary: String, in folder: OpenFolder? = nil) {
        _ = change("delete", temporary) { unlinkat(folder.place, folder.name(temporary), 0) }
    }

    static func closeWritten(_ descriptor: Int32, _ path: String) -> Int32 {
        let result = change("close", path) { close(descriptor) }
        if result != 0, FaultInjection.isArmed {
            let code = errno
            close(descriptor)
            errno = code
        }
        return result
    }

    /// Writes all of `buffer`, in as many calls as necessary. Returns 0 or the system's error number.
    static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) -> Int32 {
        guard let faults = FaultInjection.current else { return writeAll(buffer, to: descriptor) }
        let half = UnsafeRawBufferPointer(rebasing: buffer.prefix(buffer.count / 2))
        switch faults.write(path) {
        case .whole: return writeAll(buffer, to: descriptor)
        case .halfThenFail(let code):
            _ = writeAll(half, to: descriptor)
            return code
        case .halfThenKill:
            _ = writeAll(half, to: descriptor)
            faults.dieWriting(path)
        }
    }

    // Small pieces are gathered first: a call for each of ten thousand entries costs more than a copy.
    private static func writeAll(_ pieces: [ArraySlice<UInt8>], to descriptor: Int32) -> Int32 {
        let most = 256 << 10
        var gathered: [UInt8] = []
        gathered.reserveCapacity(most)
        func writeGathered() -> Int32 {
            defer { gathered.removeAll(keepingCapacity: true) }
            return gathered.withUnsafeBytes { writeAll($0, to: descriptor) }
        }
        for piece in pieces {
            if gathered.count + piece.count > most {
                let failure = writeGathered()
                if failure != 0 { return failure }
            }
            if piece.count > most / 4 {
                var failure = writeGathered()
                if failure == 0 { failure = piece.withUnsafeBytes { writeAll($0, to: descriptor) } }
                if failure != 0 { return failure }
            } else {
                gathered += piece
            }
        }
        return writeGathered()
    }

    private static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var written = 0
        while written < buffer.count {
            let next = buffer.baseAddress.map { $0 + written }
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, next, buffer.count - written)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, next, buffer.count - written)
            #else
                let count = Darwin.write(descriptor, next, buffer.count - written)
            #endif
            // A full disk may accept a part and fail only at the next call.
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private static func synchronize(_ descriptor: Int32, _ path: String) -> Int32 {
        change("synchronize", path) {
            #if os(macOS)
                // On macOS, fsync stops at the drive's own cache.
                fcntl(descriptor, F_FULLFSYNC) == -1 ? -1 : 0
            #else
                fsync(descriptor)
            #endif
        }
    }

    /// Waits until the bytes of a file are on the disk.
    /// - Throws: ``FileSystemError``.
    package static func synchronizeFile(_ path: String) throws(FileSystemError) {
        let descriptor = try check("open", path) { open(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        _ = try check("synchronize", path) { synchronize(descriptor, path) }
    }

    /// Waits until the entries of a directory are on the disk.
    /// - Throws: ``FileSystemError``.
    package static func synchronizeDirectory(_ path: String) throws(FileSystemError) {
        let descriptor = try check("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(descriptor) }
        if change("synchronize", path, { fsync(descriptor) }) != 0, errno != EINVAL {
            throw FileSystemError("synchronize", path, code: errno)
        }
    }

    /// Waits until everything written to the file system of `path` is on the disk.
    ///
    /// One call for many files costs less than one for each (measured with 900 files: 0.9 s instead of 2.3 s).
    /// - Throws: ``FileSystemError``.
    package static func synchronizeFileSystem(of path: String) throws(FileSystemError) {
        let descriptor = try check("open", path) { open(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        _ = try check("synchronize", path) {
            change("synchronize-all", path) { alcedo_sync_file_system(descriptor) }
        }
    }
}
