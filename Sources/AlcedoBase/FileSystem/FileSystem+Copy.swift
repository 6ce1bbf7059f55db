import CAlcedoSystem
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension FileSystem {
    /// What became of a copy whose bytes had to have a certain digest.
    public enum VerifiedCopy: Hashable, Sendable {
        /// It is there, with so many bytes.
        case copied(bytes: Int)
        /// The source has other bytes; nothing was written.
        case different
        /// The source is missing, is no regular file, or could not be read; nothing was written.
        case unreadable(FileSystemError)
    }

    /// Puts a copy of a file at `destination` in one step, if its bytes have the digest that they should have.
    ///
    /// Where the file system can share blocks between files (Btrfs, XFS, bcachefs) the copy is a clone. What is
    /// verified are the bytes of the copy as it will be published, so a source that changes meanwhile is noticed.
    /// No more than a small part of the file is in memory at any time. Symbolic links are not looked through.
    ///
    /// - Parameters:
    ///   - size: Bytes that the source must have, if that is known: another size spares reading it.
    ///   - permissions: The mode bits of the copy before the user's mask is applied.
    /// - Throws: ``FileSystemError`` when the destination cannot be written; it keeps what it had.
    public static func copy(
        _ source: String, to destination: String, verifying digest: ContentDigest, size: Int? = nil,
        permissions: UInt32 = 0o666
    ) throws(FileSystemError) -> VerifiedCopy {
        let input: (descriptor: Int32, status: FileStatus)
        do {
            input = try openRegularFile(source, followingLinks: false)
        } catch {
            return .unreadable(error)
        }
        defer { close(input.descriptor) }
        if let size, size != input.status.size { return .different }

        let parent = folder(of: destination)
        let temporary = (parent.isEmpty ? "." : parent) + "/" + temporaryName()
        let output = change("create", temporary) {
            open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        }
        // Nobody knows the temporary file, so errors name what was to be written.
        if output == -1 { throw FileSystemError("create", destination, code: errno) }
        var outcome = fill(output, temporary, from: input.descriptor, source, verifying: digest)
        if closeWritten(output, temporary) != 0, errno != EINTR, case .success(.copied) = outcome {
            outcome = .failure(FileSystemError("write", destination, code: errno))
        }
        do throws(FileSystemError) {
            switch outcome {
            case .success(.copied): try rename(temporary, to: destination)
            case .success: discard(temporary)
            case .failure(let error): throw FileSystemError("write", destination, code: error.code)
            }
            return try outcome.get()
        } catch {
            discard(temporary)
            throw error
        }
    }

    /// The digest and the length of a file's bytes, of which no more than a small part is in memory at any time.
    ///
    /// - Parameter followingLinks: Whether a symbolic link is looked through. Otherwise one is refused.
    /// - Throws: ``FileSystemError``.
    public static func digest(
        ofFile path: String, followingLinks: Bool = true
    ) throws(FileSystemError) -> (digest: ContentDigest, bytes: Int) {
        let (descriptor, _) = try openRegularFile(path, followingLinks: followingLinks)
        defer { close(descriptor) }
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

    // The failure is the destination's; what is wrong with the source is an outcome.
    private static func fill(
        _ output: Int32, _ temporary: String, from input: Int32, _ source: String,
        verifying digest: ContentDigest
    ) -> Result<VerifiedCopy, FileSystemError> {
        // The kernel could also copy between two files that share nothing, but the bytes have to pass through here
        // anyway to be hashed, and writing them from the same buffer costs less than reading them twice.
        let isClone = change("clone", temporary, { alcedo_clone_file(input, output) }) == 0
        var hasher = ContentHasher()
        var bytes = 0
        let failure = forEachPiece(ofOpen: isClone ? output : input) { piece in
            hasher.update(piece)
            bytes += piece.count
            return isClone ? 0 : writeAll(piece, to: output, temporary)
        }
        if failure.code != 0 {
            let error = FileSystemError(failure.isReading ? "read" : "write", source, code: failure.code)
            return failure.isReading ? .success(.unreadable(error)) : .failure(error)
        }
        return .success(hasher.finalize() == digest ? .copied(bytes: bytes) : .different)
    }

    // `body` gives back 0 or an error number, which ends the reading.
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
