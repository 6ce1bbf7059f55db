public import AlcedoBase
public import Foundation

extension DiskStore {
    /// What was filed under a key, or `nil`. A record that is damaged or stands under another key's name is removed.
    public func record(for key: CacheKey) -> Data? {
        let payload = checked(path(.records, key.digest), name: key.digest)
        counters.count(hit: payload != nil)
        return payload ?? base?.record(for: key)
    }

    /// Files something small under a key, in the place of what was there. The same again writes nothing.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func setRecord(_ payload: Data, for key: CacheKey) throws(CacheError) {
        if try replace(path(.records, key.digest), name: key.digest, with: payload) {
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
        guard let path = statePath(name) else { return nil }
        return checked(path, name: ContentDigest(hashing: name))
    }

    /// Remembers something under a name, in the place of what was there. The same again writes nothing.
    ///
    /// - Parameter name: Letters and digits of ASCII, and `-`.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func storeState(_ payload: Data, named name: String) throws(CacheError) {
        guard let path = statePath(name) else { throw .notAName(name) }
        _ = try replace(path, name: ContentDigest(hashing: name), with: payload)
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
    private static var limit: Int { 256 << 20 }

    private func checked(_ path: String, name: ContentDigest) -> Data? {
        do {
            let data = try FileSystem.read(path, limit: Self.limit, followingLinks: false)
            if let payload = CheckedFile.unwrap(data, name: name) { return payload }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return nil
    }

    // Gives back whether anything had to be written.
    private func replace(_ path: String, name: ContentDigest, with payload: Data) throws(CacheError) -> Bool {
        let data = CheckedFile.wrap(payload, name: name)
        do {
            if try FileSystem.read(path, limit: data.count, followingLinks: false) == data { return false }
        } catch {
            // Not there, or unfit to be read: it is written anew, and what stands in the way of that is said then.
        }
        try write(data, to: path)
        return true
    }
}
