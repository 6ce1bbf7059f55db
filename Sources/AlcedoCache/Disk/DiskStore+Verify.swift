public import AlcedoBase
import Foundation

/// What verifying a cache came to.
public struct CacheVerification: Hashable, Sendable {
    /// Something that was not as it should be.
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// The path below the cache's directory.
        public var name: String
        /// What is the matter.
        public var reason: String
        /// Why it is still there, if it is.
        public var refusal: String?

        /// `v1/blobs/ab/abcd…: its bytes are not those of its name; removed`
        public var description: String {
            "\(name): \(reason); " + (refusal.map { "not removed: \($0)" } ?? "removed")
        }
    }

    /// What was looked at.
    public var entries = 0
    /// Bytes that were looked at.
    public var bytes = 0
    /// What was bad.
    public var faults: [Fault] = []

    /// Nothing looked at yet.
    public init() {}
}

extension DiskStore {
    /// Reads everything in the cache again, and removes what is damaged: originals and variants whose bytes are not
    /// those of their names, records and states with a wrong checksum, records that lead to bytes that are not there,
    /// and whatever bears the name of an entry without being a file.
    ///
    /// Builds may run meanwhile. What looks bad is looked at once more with the exclusive lock before it goes, so
    /// nothing is removed that has just been healed.
    ///
    /// - Throws: `FileSystemError` when the directory cannot be read.
    public func verify() throws(FileSystemError) -> CacheVerification {
        var verification = CacheVerification()
        for kind in [Kind.blobs, .records, .state] {
            for entry in try entries(of: kind) {
                guard let status = try FileSystem.status(of: entry.path) else { continue }
                verification.entries += 1
                verification.bytes += status.kind == .regular ? status.size : 0
                guard fault(of: entry) != nil else { continue }
                try whileNobodyWrites { () throws(FileSystemError) in
                    guard let (reason, isDamage) = fault(of: entry) else { return }
                    let name = String(Substring(entry.path.utf8.dropFirst(directory.utf8.count + 1)))
                    let refusal = isDamage ? discard(entry.path) : "it may be good"
                    verification.faults.append(
                        CacheVerification.Fault(name: name, reason: reason, refusal: refusal))
                }
            }
        }
        return verification
    }

    /// What is the matter with an entry, and whether that is damage. `nil` for nothing, and for one that is gone.
    private func fault(of entry: Found) -> (reason: String, isDamage: Bool)? {
        do throws(FileSystemError) {
            return try damage(of: entry).map { ($0, true) }
        } catch {
            if error.isMissing { return nil }
            // Too many open files, or a lack of permission, say nothing about the entry.
            return isForeign(error)
                ? ("it is no file that could be an entry", true) : (error.reason, error.code == EIO)
        }
    }

    private func damage(of entry: Found) throws(FileSystemError) -> String? {
        guard let status = try FileSystem.status(of: entry.path) else { return nil }
        guard status.kind == .regular else { return "it is no file" }
        switch entry.kind {
        case .blobs:
            let digest =
                status.size > Self.entryLimit
                ? nil : try FileSystem.digest(ofFile: entry.path, followingLinks: false).digest
            return digest?.hex == entry.name ? nil : "its bytes are not those of its name"
        case .records:
            let data = try FileSystem.read(entry.path, limit: Self.limit, followingLinks: false)
            guard let name = ContentDigest(hex: entry.name), let file = RecordFile(data, name: name)
            else { return "its checksum is wrong" }
            guard let blob = file.links.blob else { return nil }
            return try FileSystem.status(of: path(.blobs, blob))?.kind == .regular
                ? nil : "it leads to bytes that are not there"
        case .state:
            let data = try FileSystem.read(entry.path, limit: Self.limit, followingLinks: false)
            let file = CheckedFile.unwrap(FieldReader(data), name: ContentDigest(hashing: entry.name))
            return file == nil ? "its checksum is wrong" : nil
        case .tmp: return nil
        }
    }
}
