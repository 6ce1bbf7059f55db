public import AlcedoBase

extension DiskStore {
    /// Returns the verified bytes with this digest, or `nil`.
    ///
    /// - Parameter bytes: The number of bytes, if known: a longer entry is not read.
    public func data(for digest: ContentDigest, bytes: Int? = nil) -> Data? {
        let data = find(digest) { path throws(FileSystemError) in
            try verifiedData(at: path, digest, bytes: bytes)
        }
        return data ?? base?.data(for: digest, bytes: bytes)
    }

    /// Returns a verified file with this digest, or `nil`. Only a small part of it is in memory at any time.
    ///
    /// - Parameter bytes: The number of bytes: an entry of another size is not read.
    package func file(for digest: ContentDigest, bytes: Int) -> OpenedFile? {
        let file = find(digest) { path throws(FileSystemError) -> OpenedFile? in
            let file = try OpenedFile(path, followingLinks: false)
            guard file.status.size == bytes, try file.digest() == digest else { return nil }
            return file
        }
        return file ?? base?.file(for: digest, bytes: bytes)
    }

    /// Returns what `read` makes of an entry, and notes its use. An entry of which it makes nothing is removed.
    private func find<Found>(
        _ digest: ContentDigest, _ read: (String) throws(FileSystemError) -> Found?
    ) -> Found? {
        let path = path(.blobs, digest)
        do {
            if let found = try read(path) {
                counters.count(hit: true)
                // The bytes are valid even if the file is already gone.
                _ = noteUse(of: path)
                return found
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        counters.count(hit: false)
        return nil
    }

    // Returns `nil` if the bytes have a different digest.
    private func verifiedData(
        at path: String, _ digest: ContentDigest, bytes: Int?
    ) throws(FileSystemError) -> Data? {
        let data: Data
        do {
            data = try FileSystem.read(path, limit: bytes ?? Self.unverifiedLimit, followingLinks: false)
        } catch {
            guard error.code == EFBIG, bytes == nil, !isTooLong(path) else { throw error }
            // Verifies the bytes in pieces before allocating this much memory.
            let found = try FileSystem.digest(ofFile: path, followingLinks: false)
            guard found.digest == digest else { return nil }
            data = try FileSystem.read(path, limit: found.bytes, followingLinks: false)
        }
        return ContentDigest(hashing: data) == digest ? data : nil
    }

    // The maximum number of bytes read into memory before verification.
    private static var unverifiedLimit: Int { 64 << 20 }

    // The maximum size of an entry; no picture is as large. A damaged file system can report any length, and hashing a
    // terabyte of zeros takes an hour.
    static var entryLimit: Int { 1 << 32 }

    private func isTooLong(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path)?.size ?? 0 > Self.entryLimit
        } catch {
            return false
        }
    }

    /// Returns whether there is an entry with this digest and, if given, this size. Its contents are not verified.
    public func contains(_ digest: ContentDigest, bytes: Int? = nil) -> Bool {
        let path = path(.blobs, digest)
        do {
            if let status = try FileSystem.status(of: path), status.kind == .regular,
                status.size == bytes ?? status.size, noteUse(of: path, status)
            {
                return true
            }
        } catch {
            // Treated as absent.
        }
        return base?.contains(digest, bytes: bytes) ?? false
    }

    /// Returns the first bytes of an entry, at most `count`, or `nil`. They are not verified.
    package func beginning(of digest: ContentDigest, count: Int) -> Data? {
        do {
            return Data(try FileSystem.readEnds(of: path(.blobs, digest), beginning: count, end: 0).beginning)
        } catch {
            return base?.beginning(of: digest, count: count)
        }
    }

    /// Stores bytes under their digest. An existing entry is verified, and replaced if it is damaged.
    ///
    /// - Parameter digest: The digest of `data`, if known.
    /// - Returns: The digest of `data`.
    /// - Throws: ``CacheError``; nothing is stored then.
    @discardableResult
    public func store(_ data: Data, digest known: ContentDigest? = nil) throws(CacheError) -> ContentDigest {
        let digest = known ?? ContentDigest(hashing: data)
        let path = path(.blobs, digest)
        if data.count > Self.entryLimit { throw .refused(FileSystemError("write", path, code: EFBIG)) }
        announce()
        if isStored(data, at: path), noteUse(of: path) { return digest }
        // Read-only, so that an editor opened on the cache by accident cannot change an entry in place.
        try write(data, to: path, permissions: 0o444)
        counters.countStored(bytes: data.count)
        return digest
    }

    /// Turns a finished file into an entry by moving it, without a copy.
    ///
    /// It must be in ``temporaryDirectory``, with the permissions of an entry (read-only). Its bytes are not verified
    /// until the entry is read.
    ///
    /// - Parameters:
    ///   - digest: The digest of its bytes.
    ///   - bytes: Its size in bytes.
    /// - Throws: ``CacheError``; the file is not moved then.
    public func adopt(_ file: String, digest: ContentDigest, bytes: Int) throws(CacheError) {
        let path = path(.blobs, digest)
        if bytes > Self.entryLimit { throw .refused(FileSystemError("write", path, code: EFBIG)) }
        announce()
        if isStored(digest, bytes: bytes, at: path), noteUse(of: path) {
            do {
                try FileSystem.removeFile(at: file)
            } catch {
                // A duplicate remains as a temporary file.
            }
            return
        }
        try move(file, to: path)
        counters.countStored(bytes: bytes)
    }

    /// Keeps a file as an entry: by a second link to it where that is possible, or else by a copy.
    ///
    /// - Parameters:
    ///   - file: A file that is replaced and never changed in place.
    ///   - digest: The digest of its bytes.
    ///   - bytes: Its size in bytes.
    /// - Throws: ``CacheError``, or `FileSystemError`; nothing is kept then.
    package func keep(_ file: String, digest: ContentDigest, bytes: Int) throws {
        announce()
        if contains(digest, bytes: bytes) { return }
        let temporary = temporaryDirectory + "/" + FileSystem.temporaryName()
        do {
            try prepareLayout()
            try FileSystem.link(file, to: temporary)
        } catch {
            // Another file system, or one without links.
            guard [EXDEV, EPERM, EMLINK, ENOTSUP].contains(error.code) else { throw error }
            try store(try FileSystem.read(file), digest: digest)
            return
        }
        do {
            try adopt(temporary, digest: digest, bytes: bytes)
        } catch {
            try FileSystem.removeFile(at: temporary)
            throw error
        }
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

    /// Writes a verified copy of an entry to `destination` atomically, as a clone if the file system supports it.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes, if known: a longer entry is not read.
    ///   - root: A folder above `destination`: no link between the two is followed.
    ///   - accepts: Returns whether the first bytes, at most 256 KiB, are those of the file that is needed. Otherwise the
    ///     entry is removed like a damaged one.
    /// - Returns: `false` if there is no such entry or it was damaged; nothing is written then.
    /// - Throws: `FileSystemError` if the destination cannot be written.
    package func copy(
        _ digest: ContentDigest, bytes: Int? = nil, to destination: String, below root: String? = nil,
        accepting accepts: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) throws(FileSystemError) -> Bool {
        let path = path(.blobs, digest)
        if bytes == nil, isTooLong(path) {
            discard(path)
        } else {
            // A hard link would be cheaper, but edits of the copy would change the cache.
            let copy = try FileSystem.copy(
                path, to: destination, below: root, verifying: digest, size: bytes, accepting: accepts)
            switch copy {
            case .copied:
                counters.count(hit: true)
                _ = noteUse(of: path)
                return true
            case .different: discard(path)
            case .unreadable(let error): if isForeign(error) { discard(path) }
            }
        }
        counters.count(hit: false)
        return try base?.copy(digest, bytes: bytes, to: destination, below: root, accepting: accepts) ?? false
    }

    /// Removes the entry with this digest.
    /// - Throws: `FileSystemError`.
    package func remove(_ digest: ContentDigest) throws(FileSystemError) {
        try FileSystem.removeFile(at: path(.blobs, digest))
    }
}
