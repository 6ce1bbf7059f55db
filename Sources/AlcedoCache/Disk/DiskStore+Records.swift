public import AlcedoBase

extension DiskStore {
    /// Returns the record for a key, or `nil`. A record that is damaged or under another key's name is removed.
    public func record(for key: CacheKey) -> Data? {
        let path = path(.records, key.digest)
        let payload = checked(path) { RecordFile($0, name: key.digest) }?.payload
        // The bytes are here already, whatever becomes of the file.
        if payload != nil { _ = noteUse(of: path) }
        counters.count(hit: payload != nil)
        return payload ?? base?.record(for: key)
    }

    /// Stores a small record under a key, replacing any previous one. Storing the same record again writes nothing.
    ///
    /// - Parameter links: The related entries of the cache.
    /// - Throws: ``CacheError``; the previous record is kept then.
    package func setRecord(
        _ payload: Data, for key: CacheKey, links: RecordLinks = RecordLinks()
    ) throws(CacheError) {
        let file = RecordFile(payload, links: links)
        if try replace(path(.records, key.digest), with: file.data(name: key.digest)) {
            counters.countStored(bytes: payload.count)
        }
    }

    /// Removes the record for a key.
    /// - Throws: `FileSystemError`.
    package func removeRecord(for key: CacheKey) throws(FileSystemError) {
        try FileSystem.removeFile(at: path(.records, key.digest))
    }

    // MARK: State

    /// Returns the state that a build stored under a name, or `nil` if it is missing or damaged. It is not copied: the state of a large
    /// site is several megabytes.
    package func loadFields(named name: String) -> FieldReader? { loadChecked(named: name)?.fields }

    /// Returns the same state with the checksum of its file, to detect later changes.
    package func loadChecked(named name: String) -> (fields: FieldReader, checksum: ContentDigest)? {
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

    /// Stores state under a name, replacing any previous state. Storing the same state again writes nothing.
    ///
    /// - Parameter name: ASCII letters, digits and `-`.
    /// - Throws: ``CacheError``; the previous state is kept then.
    public func storeState(_ payload: [UInt8], named name: String) throws(CacheError) {
        try storeState(named: name, reserving: payload.count) { $0.append(FieldReader(payload)) }
    }

    /// Stores state of about `count` bytes that `body` writes, without a second copy in memory.
    package func storeState(
        named name: String, reserving count: Int, _ body: (inout FieldWriter) -> Void
    ) throws(CacheError) {
        guard let path = statePath(name) else { throw .notAName(name) }
        let digest = ContentDigest(hashing: name)
        _ = try replace(path, with: CheckedFile.wrap(name: digest, reserving: count, body))
    }

    /// Stores state given as `Data`.
    public func storeState(_ payload: Data, named name: String) throws(CacheError) {
        try storeState(Array(payload), named: name)
    }

    /// Returns whether there is state under a name, possibly damaged, without opening its file.
    public func hasState(named name: String) -> Bool {
        guard let path = statePath(name) else { return false }
        do {
            return try FileSystem.status(of: path) != nil
        } catch {
            return false
        }
    }

    /// Removes the state stored under a name.
    /// - Throws: `FileSystemError`.
    package func removeState(named name: String) throws(FileSystemError) {
        guard let path = statePath(name) else { return }
        try FileSystem.removeFile(at: path)
    }

    /// Returns whether a name is valid for state: it must not lead out of the directory, and ``clear`` must be able to
    /// distinguish it from foreign files.
    static func isStateName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    private func statePath(_ name: String) -> String? {
        Self.isStateName(name) ? version + "/state/" + name : nil
    }

    // MARK: Checked files

    // Far more than any record or state needs; a file with a damaged length must not exhaust the memory.
    static var limit: Int { 256 << 20 }

    /// Returns the decoded contents of a file. A file that cannot be decoded is removed.
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

    // Returns whether anything had to be written.
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
            // Missing or unreadable: it is written anew, and that reports any obstacle.
        }
        try write(data, to: path)
        return true
    }
}
