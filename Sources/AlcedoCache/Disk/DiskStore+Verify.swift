package import AlcedoBase

extension DiskStore {
    /// The result of verifying a cache.
    public struct Verification: Hashable, Sendable {
        /// A damaged entry.
        public struct Fault: Hashable, Sendable, CustomStringConvertible {
            /// The path below the cache's directory.
            public var name: String
            /// The kind of damage.
            public var reason: String
            /// Why it was not removed; `nil` if it was.
            public var refusal: String?

            /// `v1/blobs/ab/abcd…: its content does not match its name; removed`
            public var description: String {
                "\(name): \(reason); " + (refusal.map { "not removed: \($0)" } ?? "removed")
            }
        }

        /// Verified entries.
        public var entries = 0
        /// Bytes of the verified entries.
        public var bytes = 0
        /// The damaged entries.
        public var faults: [Fault] = []

        /// Creates an empty result.
        public init() {}
    }
}

extension DiskStore {
    /// Reads the whole cache and removes damaged entries: originals and variants whose bytes do not match their names,
    /// records and states with a wrong checksum, records that refer to missing bytes, and anything but a regular file
    /// under the name of an entry.
    ///
    /// Builds can run meanwhile. A suspicious entry is verified again under the exclusive lock before its removal, so
    /// an entry that was just repaired is kept.
    ///
    /// - Throws: `FileSystemError` if the directory cannot be read.
    package func verify() throws(FileSystemError) -> DiskStore.Verification {
        var verification = DiskStore.Verification()
        for kind in [Kind.blobs, .records, .state] {
            for entry in try entries(of: kind) {
                guard let status = try FileSystem.status(of: entry.path) else { continue }
                verification.entries += 1
                if status.kind == .regular {
                    verification.bytes = verification.bytes.addingClamped(status.size)
                }
                guard fault(of: entry) != nil else { continue }
                try withExclusiveLock { () throws(FileSystemError) in
                    guard let (reason, isDamage) = fault(of: entry) else { return }
                    let name = String(Substring(entry.path.utf8.dropFirst(directory.utf8.count + 1)))
                    let refusal = isDamage ? discard(entry.path) : "it may be intact"
                    verification.faults.append(
                        DiskStore.Verification.Fault(name: name, reason: reason, refusal: refusal))
                }
            }
        }
        return verification
    }

    /// Removes a state whose contents its reader found to be impossible.
    package func discardState(named name: String, because reason: String) -> DiskStore.Verification.Fault {
        let path = version + "/state/" + name
        return DiskStore.Verification.Fault(
            name: Self.versionName + "/state/" + name, reason: reason, refusal: discard(path))
    }

    /// Returns the problem of an entry, and whether it is damage. `nil` if the entry is intact or gone.
    private func fault(of entry: Found) -> (reason: String, isDamage: Bool)? {
        do throws(FileSystemError) {
            return try damage(of: entry).map { ($0, true) }
        } catch {
            if error.isMissing { return nil }
            // Too many open files or missing permissions say nothing about the entry.
            return isForeign(error)
                ? ("it cannot be an entry of the cache", true) : (error.reason, error.code == EIO)
        }
    }

    private func damage(of entry: Found) throws(FileSystemError) -> String? {
        guard let status = try FileSystem.status(of: entry.path) else { return nil }
        guard status.kind == .regular else { return "it is not a regular file" }
        switch entry.kind {
        case .blobs:
            let digest =
                status.size > Self.entryLimit
                ? nil : try FileSystem.digest(ofFile: entry.path, followingLinks: false).digest
            return digest?.hex == entry.name ? nil : "its content does not match its name"
        case .records:
            let data = try FileSystem.read(entry.path, limit: Self.limit, followingLinks: false)
            guard let name = ContentDigest(hex: entry.name), let file = RecordFile(data, name: name)
            else { return "its checksum is wrong" }
            guard let blob = file.links.blob else { return nil }
            return try FileSystem.status(of: path(.blobs, blob))?.kind == .regular
                ? nil : "the content it refers to is missing"
        case .state:
            let data = try FileSystem.read(entry.path, limit: Self.limit, followingLinks: false)
            let file = CheckedFile.unwrap(FieldReader(data), name: ContentDigest(hashing: entry.name))
            return file == nil ? "its checksum is wrong" : nil
        case .tmp: return nil
        }
    }
}
