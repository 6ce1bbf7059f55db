import AlcedoBase

extension Ledger {
    /// What is known of an output directory and its index.
    struct Output: Hashable, Sendable {
        /// Absolute path of the manifest that is built into the directory, without links.
        var manifest: String?
        /// Files by path relative to the output directory.
        var files: [String: File] = [:]
        /// `nil` during a publication, and after one that was interrupted.
        var index: Index?
        /// Indexes at other paths, from before the manifest named this one, that have yet to be deleted; the newest
        /// first.
        var formerIndexes: [Index] = []
    }

    /// A file in the output directory.
    struct File: Hashable, Sendable {
        var digest: ContentDigest
        var bytes: Int
        /// Digest of the file that was there before, until it is certain to have been replaced.
        var formerly: ContentDigest?
        /// Status right after the file was written; `nil` if the file has to be hashed.
        var status: FileStatus?
        /// Since when the manifest does not ask for the file, in seconds since 1970.
        var orphanedSince: Int?
        /// Whether the file was there before, with the same bytes and no sign that Alcedo wrote it. Such a file is
        /// used, and never deleted.
        var isFound = false
    }

    /// An index as it was written.
    struct Index: Hashable, Sendable {
        var path: String
        var status: FileStatus
        /// Digest of every input that determines the index; see `SitePublication.fingerprint`.
        var fingerprint: ContentDigest
        /// Digest of the bytes.
        var digest: ContentDigest
    }
}

extension Ledger.Output {
    /// Indexes that publications left at other paths than `path`, the newest first.
    func indexes(elsewhereThan path: String) -> [Ledger.Index] {
        var seen: Set = [path]
        return ([index].compactMap(\.self) + formerIndexes).filter { seen.insert($0.path).inserted }
    }

    /// Whether a publication left an index at `path`.
    func hasIndex(at path: String) -> Bool {
        index?.path == path || formerIndexes.contains { $0.path == path }
    }

    /// The files, and those that only an index names.
    func files(with index: [String: Ledger.File]) -> [String: Ledger.File] {
        index.merging(files) { named, recorded in
            var file = recorded
            // Another machine may have built meanwhile, and its output been copied here with its index.
            if named.digest != recorded.digest, recorded.formerly == nil { file.formerly = named.digest }
            return file
        }
    }

    /// When the first of the orphans became one, in seconds since 1970.
    var firstOrphaned: Int? { files.values.lazy.compactMap(\.orphanedSince).min() }

    /// When the next orphan is due for deletion, in seconds since 1970.
    func nextPruning(after age: Int) -> Int? {
        firstOrphaned.map { first in
            let (due, isNever) = first.addingReportingOverflow(age)
            return isNever ? .max : due
        }
    }
}
