import CAlcedoSystem

extension FileSystem {
    /// The outcome of copying a file with an expected digest.
    package enum VerifiedCopy: Hashable, Sendable {
        /// The copy exists and has this many bytes.
        case copied(bytes: Int)
        /// The source has different bytes; nothing was written.
        case different
        /// The source is missing, is not a regular file, or could not be read; nothing was written.
        case unreadable(FileSystemError)
    }

    /// Copies a file to `destination` atomically, if its bytes have the expected digest.
    ///
    /// Where the file system can share blocks between files (Btrfs, XFS, bcachefs) the copy is a clone. The digest is
    /// computed from the copy as it will be published, so a source that changes meanwhile is detected. Only a small
    /// part of the file is in memory at any time. Symbolic links are not followed.
    ///
    /// - Parameters:
    ///   - root: A folder above `destination`: no link between the two is followed.
    ///   - size: The expected size in bytes, if known; a source of a different size is not read.
    ///   - accepts: Returns whether the first bytes, at most 256 KiB, are what the file has to begin with. Otherwise the
    ///     source counts as different.
    ///   - permissions: The mode bits of the copy before the umask is applied.
    /// - Throws: ``FileSystemError`` if the destination cannot be written; its previous contents remain.
    package static func copy(
        _ source: String, to destination: String, below root: String? = nil,
        verifying digest: ContentDigest, size: Int? = nil, permissions: UInt32 = 0o666,
        accepting accepts: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) throws(FileSystemError) -> VerifiedCopy {
        let input: (descriptor: Int32, status: FileStatus)
        do {
            input = try openRegularFile(source, followingLinks: false)
        } catch {
            return .unreadable(error)
        }
        defer { close(input.descriptor) }
        if let size, size != input.status.size { return .different }

        var folder: OpenFolder?
        if let root {
            guard let name = RelativeName.name(of: destination, below: root) else {
                throw FileSystemError("create", destination, code: EXDEV)
            }
            folder = try OpenFolder.of(name, below: root)
        }
        let parent = self.folder(of: destination)
        let temporary = (parent.isEmpty ? "." : parent) + "/" + temporaryName()
        let output = change("create", temporary) {
            openat(
                folder.place, folder.name(temporary), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                mode_t(permissions))
        }
        // Errors name the destination, because the temporary file is an internal detail.
        if output == -1 { throw FileSystemError("create", destination, code: errno) }
        var outcome = fill(
            output, temporary, from: input.descriptor, source, verifying: digest, accepting: accepts)
        if closeWritten(output, temporary) != 0, errno != EINTR, case .success(.copied) = outcome {
            outcome = .failure(FileSystemError("write", destination, code: errno))
        }
        do throws(FileSystemError) {
            switch outcome {
            case .success(.copied): try rename(temporary, to: destination, in: folder)
            case .success: discard(temporary, in: folder)
            case .failure(let error): throw FileSystemError("write", destination, code: error.code)
            }
            return try outcome.get()
        } catch {
            discard(temporary, in: folder)
            throw error
        }
    }

    /// Returns the digest and the size of a file, with only a small part of it in memory at any time.
    ///
    /// - Parameter followingLinks: Whether to follow a symbolic link. Otherwise it is an error.
    /// - Throws: ``FileSystemError``.
    package static func digest(
        ofFile path: String, followingLinks: Bool = true
    ) throws(FileSystemError) -> (digest: ContentDigest, bytes: Int) {
        let (descriptor, _) = try openRegularFile(path, followingLinks: followingLinks)
        defer { close(descriptor) }
        return try digest(ofOpen: descriptor, path)
    }

    static func digest(
        ofOpen descriptor: Int32, _ path: String
    ) throws(FileSystemError) -> (digest: ContentDigest, bytes: Int) {
        var hasher = ContentHasher()
        var bytes = 0
        let failure = forEachPiece(ofOpen: descriptor) { piece in
            hasher.update(piece)
            bytes += piece.count
            return 0
        }
        if failure.code != 0 { throw FileSystemError("read", path, code: failure.code) }
        return (hasher.finalize(), bytes)
    }

    // Fails only for errors of the destination; errors of the source are an outcome.
    private static func fill(
        _ output: Int32, _ temporary: String, from input: Int32, _ source: String,
        verifying digest: ContentDigest, accepting accepts: (UnsafeRawBufferPointer) -> Bool
    ) -> Result<VerifiedCopy, FileSystemError> {
        // The kernel could also copy between files that cannot share blocks, but the bytes have to be read here for the
        // digest anyway, and writing them from the same buffer is cheaper than reading them twice.
        let isClone = change("clone", temporary, { alcedo_clone_file(input, output) }) == 0
        var hasher = ContentHasher()
        var bytes = 0
        var isAccepted = true
        let failure = forEachPiece(ofOpen: isClone ? output : input) { piece in
            if bytes == 0 { isAccepted = accepts(piece) }
            hasher.update(piece)
            bytes += piece.count
            return isClone ? 0 : writeAll(piece, to: output, temporary)
        }
        if failure.code != 0 {
            let error = FileSystemError(failure.isReading ? "read" : "write", source, code: failure.code)
            return failure.isReading ? .success(.unreadable(error)) : .failure(error)
        }
        if bytes == 0 { isAccepted = accepts(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let found = hasher.finalize()
        return .success(isAccepted && found == digest ? .copied(bytes: bytes) : .different)
    }

    // `body` returns 0, or an error number to stop reading.
    private static func forEachPiece(
        ofOpen descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Int32
    ) -> (code: Int32, isReading: Bool) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count == 0 { return (0, true) }
            if count > 0 {
                offset += count
                let code = body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if code != 0 { return (code, false) }
            } else if errno != EINTR {
                return (errno, true)
            }
        }
    }
}
