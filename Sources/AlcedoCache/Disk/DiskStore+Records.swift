public import AlcedoBase
public import Foundation

extension DiskStore {
    /// What was filed under a key, or `nil`. A record that is damaged or stands under another key's name is removed.
    public func record(for key: CacheKey) -> Data? {
        let path = path(.records, key.digest)
        let payload = checked(path, name: key.digest)
        counters.count(hit: payload != nil)
        return payload
    }

    /// Files something small under a key, in the place of what was there.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func setRecord(_ payload: Data, for key: CacheKey) throws(CacheError) {
        let path = path(.records, key.digest)
        try write(CheckedFile.wrap(payload, name: key.digest), to: path)
        counters.countStored(bytes: payload.count)
    }

    // MARK: State

    /// What a build remembered under a name, or `nil` if there is nothing or it is damaged.
    public func loadState(named name: String) -> Data? {
        checked(version + "/state/" + name, name: ContentDigest(hashing: name))
    }

    /// Remembers something under a name, in the place of what was there. The same again writes nothing.
    ///
    /// - Parameter name: Letters, digits and `-`.
    /// - Throws: ``CacheError``; then what was there is there still.
    public func storeState(_ payload: Data, named name: String) throws(CacheError) {
        if loadState(named: name) == payload { return }
        try write(
            CheckedFile.wrap(payload, name: ContentDigest(hashing: name)), to: version + "/state/" + name)
    }

    /// Forgets what was remembered under a name.
    /// - Throws: `FileSystemError`.
    public func removeState(named name: String) throws(FileSystemError) {
        try FileSystem.removeFile(at: version + "/state/" + name)
    }

    private func checked(_ path: String, name: ContentDigest) -> Data? {
        do {
            if let payload = CheckedFile.unwrap(try FileSystem.read(path), name: name) { return payload }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return nil
    }
}
