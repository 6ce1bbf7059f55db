public import AlcedoBase
public import Foundation

extension DiskStore {
    /// The bytes with this digest, verified, or `nil`.
    public func data(for digest: ContentDigest) -> Data? {
        let path = path(.blobs, digest)
        do {
            let data = try FileSystem.read(path)
            if ContentDigest(hashing: data) == digest {
                counters.count(hit: true)
                return data
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        counters.count(hit: false)
        return nil
    }

    /// Whether there is an entry with this digest and so many bytes. Its bytes are not looked at.
    public func contains(_ digest: ContentDigest, bytes: Int) -> Bool {
        do {
            guard let status = try FileSystem.status(of: path(.blobs, digest)) else { return false }
            return status.kind == .regular && status.size == bytes
        } catch {
            return false
        }
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
        if isStored(data, at: path) { return digest }
        // Read-only: an editor that is pointed at the cache by accident cannot change an entry in place.
        try write(data, to: path, permissions: 0o444)
        counters.countStored(bytes: data.count)
        return digest
    }

    private func isStored(_ data: Data, at path: String) -> Bool {
        do {
            guard let status = try FileSystem.status(of: path) else { return false }
            if status.kind == .regular, status.size == data.count, try FileSystem.read(path) == data {
                return true
            }
            discard(path)
        } catch {
            if isForeign(error) { discard(path) }
        }
        return false
    }

    /// Puts a verified copy of an entry at `destination`, in one step.
    ///
    /// - Returns: `false` when there is no such entry, or it was damaged; then nothing is written.
    /// - Throws: `FileSystemError` when the destination cannot be written.
    public func copy(_ digest: ContentDigest, to destination: String) throws(FileSystemError) -> Bool {
        guard let data = data(for: digest) else { return false }
        // A link would be cheaper, and would let whoever edits the copy edit the cache.
        try FileSystem.writeAtomically(data, to: destination)
        return true
    }
}
