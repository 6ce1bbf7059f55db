public import AlcedoBase
public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension DiskStore {
    /// The bytes with this digest, verified, or `nil`.
    ///
    /// - Parameter bytes: How many there are, if that is known: a longer entry is not even read.
    public func data(for digest: ContentDigest, bytes: Int? = nil) -> Data? {
        let path = path(.blobs, digest)
        do {
            if let data = try verifiedData(at: path, digest, bytes: bytes) {
                counters.count(hit: true)
                // The bytes are here already, whatever becomes of the file.
                _ = noteUse(of: path)
                return data
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        counters.count(hit: false)
        return base?.data(for: digest, bytes: bytes)
    }

    // `nil` for other bytes.
    private func verifiedData(
        at path: String, _ digest: ContentDigest, bytes: Int?
    ) throws(FileSystemError) -> Data? {
        let data: Data
        do {
            data = try FileSystem.read(path, limit: bytes ?? Self.unverifiedLimit, followingLinks: false)
        } catch {
            guard error.code == EFBIG, bytes == nil, !isTooLong(path) else { throw error }
            // Before so much memory is taken, the bytes are verified in pieces.
            let found = try FileSystem.digest(ofFile: path, followingLinks: false)
            guard found.digest == digest else { return nil }
            data = try FileSystem.read(path, limit: found.bytes, followingLinks: false)
        }
        return ContentDigest(hashing: data) == digest ? data : nil
    }

    // The most bytes that are read into memory before anything is known of them.
    private static var unverifiedLimit: Int { 64 << 20 }

    // The most bytes of an entry: no picture has as many. A file system that lost its way can say any length, and
    // to hash a terabyte of nothing takes an hour.
    static var entryLimit: Int { 1 << 32 }

    private func isTooLong(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path)?.size ?? 0 > Self.entryLimit
        } catch {
            return false
        }
    }

    /// Whether there is an entry with this digest, and so many bytes if that is known. Its bytes are not looked at.
    public func contains(_ digest: ContentDigest, bytes: Int? = nil) -> Bool {
        let path = path(.blobs, digest)
        do {
            if let status = try FileSystem.status(of: path), status.kind == .regular,
                status.size == bytes ?? status.size, noteUse(of: path, status)
            {
                return true
            }
        } catch {
            // As good as not there.
        }
        return base?.contains(digest, bytes: bytes) ?? false
    }

    /// Keeps bytes under their digest. An entry that is there already is checked, and replaced if it is damaged.
    ///
    /// - Parameter digest: The digest of `data`, if it is known.
    /// - Returns: The digest.
    /// - Throws: ``CacheError``; then nothing of it is visible.
    @discardableResult
    public func store(_ data: Data, digest known: ContentDigest? = nil) throws(CacheError) -> ContentDigest {
        let digest = known ?? ContentDigest(hashing: data)
        let path = path(.blobs, digest)
        if data.count > Self.entryLimit { throw .refused(FileSystemError("write", path, code: EFBIG)) }
        announce()
        if isStored(data, at: path), noteUse(of: path) { return digest }
        // Read-only: an editor that is pointed at the cache by accident cannot change an entry in place.
        try write(data, to: path, permissions: 0o444)
        counters.countStored(bytes: data.count)
        return digest
    }

    /// Makes a file that somebody wrote an entry, without copying it: it is moved, and gone where it was.
    ///
    /// It must lie in ``temporaryDirectory``, with the permissions of an entry (read-only). Its bytes are not looked at;
    /// whoever reads the entry verifies them.
    ///
    /// - Parameters:
    ///   - digest: The digest of its bytes.
    ///   - bytes: How many there are.
    /// - Throws: ``CacheError``; then the file is where it was, if it was there.
    public func adopt(_ file: String, digest: ContentDigest, bytes: Int) throws(CacheError) {
        let path = path(.blobs, digest)
        if bytes > Self.entryLimit { throw .refused(FileSystemError("write", path, code: EFBIG)) }
        announce()
        if isStored(digest, bytes: bytes, at: path), noteUse(of: path) {
            do {
                try FileSystem.removeFile(at: file)
            } catch {
                // It is there twice, once as a temporary file.
            }
            return
        }
        try move(file, to: path)
        counters.countStored(bytes: bytes)
    }

    private func isStored(_ digest: ContentDigest, bytes: Int, at path: String) -> Bool {
        do {
            guard let status = try FileSystem.status(of: path), status.kind == .regular else { return false }
            if status.size == bytes,
                try FileSystem.digest(ofFile: path, followingLinks: false).digest == digest
            {
                return true
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return false
    }

    private func isStored(_ data: Data, at path: String) -> Bool {
        do {
            if try FileSystem.read(path, limit: data.count, followingLinks: false) == data { return true }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return false
    }

    /// Puts a verified copy of an entry at `destination`, in one step; a clone where the file system can do that.
    ///
    /// - Parameter bytes: How many there are, if that is known: a longer entry is not even read.
    /// - Returns: `false` when there is no such entry, or it was damaged; then nothing is written.
    /// - Throws: `FileSystemError` when the destination cannot be written.
    public func copy(
        _ digest: ContentDigest, bytes: Int? = nil, to destination: String
    ) throws(FileSystemError) -> Bool {
        let path = path(.blobs, digest)
        if bytes == nil, isTooLong(path) {
            discard(path)
        } else {
            // A link would be cheaper, and would let whoever edits the copy edit the cache.
            switch try FileSystem.copy(path, to: destination, verifying: digest, size: bytes) {
            case .copied:
                counters.count(hit: true)
                _ = noteUse(of: path)
                return true
            case .different: discard(path)
            case .unreadable(let error): if isForeign(error) { discard(path) }
            }
        }
        counters.count(hit: false)
        return try base?.copy(digest, bytes: bytes, to: destination) ?? false
    }

    /// Forgets the bytes with this digest.
    /// - Throws: `FileSystemError`.
    public func remove(_ digest: ContentDigest) throws(FileSystemError) {
        try FileSystem.removeFile(at: path(.blobs, digest))
    }
}
