public import AlcedoBase
public import Foundation

extension DiskStore {
    /// What was filed under a key, or `nil`. A record that is damaged, has expired or stands under another key's name
    /// is removed.
    ///
    /// - Parameter extending: What reading does to the moment at which it expires, if it does.
    public func record(for key: CacheKey, extending: ExpirationExtending = .cacheTime) -> Data? {
        let path = path(.records, key.digest)
        let payload = found(path, key, extending)
        counters.count(hit: payload != nil)
        return payload ?? base?.record(for: key, extending: extending)
    }

    private func found(_ path: String, _ key: CacheKey, _ extending: ExpirationExtending) -> Data? {
        guard let file = checked(path, { RecordFile($0, name: key.digest) }) else { return nil }
        let now = clock()
        if file.isExpired(at: now) {
            if isReadOnly { return nil }
            do {
                try FileSystem.removeFile(at: path)
            } catch {
                // It is a miss all the same, until the next record takes its place.
            }
            return nil
        }
        extend(file, key, extending, now)
        // The bytes are here already, whatever becomes of the file.
        _ = noteUse(of: path)
        return file.payload
    }

    private func extend(_ file: RecordFile, _ key: CacheKey, _ extending: ExpirationExtending, _ now: Date) {
        var extended = file
        switch extending {
        case .none: return
        case .cacheTime:
            guard let lifetime = file.expiry?.lifetime else { return }
            extended.expiry?.moment = now.addingTimeInterval(lifetime)
        case .expirationTime(let expiration):
            // As in memory: the time it was stored for stays what it was.
            let lifetime = file.expiry?.lifetime
            extended.expiry = expiration.expiry(from: now)
            if extended.expiry != nil, let lifetime { extended.expiry?.lifetime = lifetime }
        }
        do {
            _ = try replace(path(.records, key.digest), with: extended.data(name: key.digest))
        } catch {
            // Then it expires when it would have.
        }
    }

    /// Files something small under a key, in the place of what was there. The same again writes nothing.
    ///
    /// - Parameters:
    ///   - links: What else in the cache it belongs to.
    ///   - expiration: When it stops being kept. What has expired already is not stored, and what was there goes.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func setRecord(
        _ payload: Data, for key: CacheKey, links: RecordLinks = RecordLinks(),
        expiration: StorageExpiration = .never
    ) throws(CacheError) {
        let now = clock()
        guard expiration.date(from: now) > now else {
            do throws(FileSystemError) {
                return try removeRecord(for: key)
            } catch {
                throw .refused(error)
            }
        }
        let file = RecordFile(payload, links: links, expiry: expiration.expiry(from: now))
        if try replace(path(.records, key.digest), with: file.data(name: key.digest)) {
            counters.countStored(bytes: payload.count)
        }
    }

    /// Forgets what was filed under a key.
    /// - Throws: `FileSystemError`.
    public func removeRecord(for key: CacheKey) throws(FileSystemError) {
        try FileSystem.removeFile(at: path(.records, key.digest))
    }

    // MARK: State

    /// What a build remembered under a name, or `nil` if there is nothing or it is damaged.
    public func loadState(named name: String) -> Data? {
        loadFields(named: name)?.rest
    }

    /// The same, to be read where it lies: what is remembered of a large site is several megabytes.
    public func loadFields(named name: String) -> FieldReader? { loadChecked(named: name)?.fields }

    /// The same with the checksum of its file, by which it can be told from what is remembered under that name later.
    public func loadChecked(named name: String) -> (fields: FieldReader, checksum: ContentDigest)? {
        guard let path = statePath(name) else { return nil }
        do {
            let file = try FileSystem.readBytes(path, limit: Self.limit, followingLinks: false)
            let digest = ContentDigest(hashing: name)
            if let found = CheckedFile.unwrap(FieldReader(file), name: digest) {
                return (found.payload, found.checksum)
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return nil
    }

    /// Remembers something under a name, in the place of what was there. The same again writes nothing.
    ///
    /// - Parameter name: Letters and digits of ASCII, and `-`.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func storeState(_ payload: [UInt8], named name: String) throws(CacheError) {
        try storeState(named: name, reserving: payload.count) { $0.append(FieldReader(payload)) }
    }

    /// The same for about so many bytes that `body` writes. They are never there twice.
    public func storeState(
        named name: String, reserving count: Int, _ body: (inout FieldWriter) -> Void
    ) throws(CacheError) {
        guard let path = statePath(name) else { throw .notAName(name) }
        let digest = ContentDigest(hashing: name)
        _ = try replace(path, with: CheckedFile.wrap(name: digest, reserving: count, body))
    }

    /// The same for bytes in another form.
    public func storeState(_ payload: Data, named name: String) throws(CacheError) {
        try storeState(Array(payload), named: name)
    }

    /// Whether something was remembered under a name, damaged or not. Nothing is opened for it.
    public func hasState(named name: String) -> Bool {
        guard let path = statePath(name) else { return false }
        do {
            return try FileSystem.status(of: path) != nil
        } catch {
            return false
        }
    }

    /// Forgets what was remembered under a name.
    /// - Throws: `FileSystemError`.
    public func removeState(named name: String) throws(FileSystemError) {
        guard let path = statePath(name) else { return }
        try FileSystem.removeFile(at: path)
    }

    /// Whether something can be remembered under this name: it must not lead out of the directory, and ``clear``
    /// must be able to tell it from what others put there.
    static func isStateName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    private func statePath(_ name: String) -> String? {
        Self.isStateName(name) ? version + "/state/" + name : nil
    }

    // MARK: Checked files

    // Far more than any record or state has; a file of a damaged length must not take all memory.
    static var limit: Int { 256 << 20 }

    /// What `decode` makes of a file; one of which it makes nothing is removed.
    func checked<Value>(_ path: String, _ decode: (Data) -> Value?) -> Value? {
        do {
            let data = try FileSystem.read(path, limit: Self.limit, followingLinks: false)
            if let value = decode(data) { return value }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return nil
    }

    // Gives back whether anything had to be written.
    private func replace(_ path: String, with data: [UInt8]) throws(CacheError) -> Bool {
        announce()
        do {
            if try FileSystem.status(of: path)?.size == data.count,
                try FileSystem.readBytes(path, limit: data.count, followingLinks: false) == data,
                noteUse(of: path)
            {
                return false
            }
        } catch {
            // Not there, or unfit to be read: it is written anew, and what stands in the way of that is said then.
        }
        try write(data, to: path)
        return true
    }
}
