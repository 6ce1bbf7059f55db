import AlcedoBase
import AlcedoCache
import AlcedoManifest

/// Publishes a build's files so that readers never see an index that names a missing file.
///
/// The order of writes makes it safe to be killed at any point: a journal of what may be there, the files, the index,
/// the deletions, then the ledger. Only regular files named by the ledger or the previous index are ever deleted or
/// replaced; see `Ownership`.
///
/// Blocks, so do not call it on a cooperative thread.
struct SitePublisher: Sendable {
    /// Policy for files that are no longer needed.
    enum Pruning: Hashable, Sendable {
        case keepAll
        /// Delete a file once it has not been needed for this long.
        case after(seconds: Int)
    }

    /// Result of a publication.
    struct Publication: Sendable {
        var written = 0
        var deleted = 0
        var indexWritten = false
        /// Paths of files that are no longer needed, but were left because they were changed.
        var foreign: [String] = []
        /// Paths of former indexes that were left, because Alcedo deletes nothing there.
        var elsewhere: [String] = []
        /// Error of the first failed deletion, if any. The ledger keeps the file, so that the next build tries again.
        var refusal: FileSystemError?
        var output = Ledger.Output()
    }

    /// The new index.
    struct IndexText: Sendable {
        /// Bytes of the index, in consecutive pieces; kept entries are slices of the old index.
        let pieces: [ArraySlice<UInt8>]
        /// Number of bytes.
        let count: Int
        /// Digest of every input that determines the index; see `SitePublication.fingerprint`. For `--only` builds,
        /// the digest of the empty string, which never matches.
        let fingerprint: ContentDigest
        /// Bytes of the existing index, if it is known to be that of the last publication.
        let known: [UInt8]?

        init(_ pieces: [ArraySlice<UInt8>], fingerprint: ContentDigest? = nil, known: [UInt8]? = nil) {
            self.pieces = pieces
            count = pieces.reduce(0) { $0 + $1.count }
            self.fingerprint = fingerprint ?? ContentDigest(hashing: "")
            self.known = known
        }

        /// Digest of the bytes.
        var digest: ContentDigest {
            var hasher = ContentHasher()
            for piece in pieces { piece.withUnsafeBytes { hasher.update($0) } }
            return hasher.finalize()
        }

        /// Whether the index has exactly these bytes.
        func hasSameBytes(as other: [UInt8]) -> Bool {
            guard other.count == count else { return false }
            return other.withUnsafeBytes { other in
                var start = 0
                return pieces.allSatisfy { piece in
                    let place = UnsafeRawBufferPointer(rebasing: other[start..<start + piece.count])
                    start += piece.count
                    // Kept entries at an unchanged offset share memory with the old index.
                    return piece.withUnsafeBytes { piece in
                        guard let one = piece.baseAddress, let two = place.baseAddress else { return true }
                        return one == two || memcmp(one, two, piece.count) == 0
                    }
                }
            }
        }
    }

    /// Files whose bytes the cache has lost since the lookup. All others have been written.
    struct LostFromCache: Error {
        var files: [SiteFile]
        /// Number of files written.
        var written = 0
    }

    /// A disk error after the new index was in place.
    struct RefusedAfterIndex: Error {
        var reason: FileSystemError
    }

    var output: String
    var indexPath: String
    /// Store of the files' bytes.
    var cache: DiskStore
    /// Store of the ledger, which may have bytes that `cache` does not have.
    var states: DiskStore
    /// Current time, in seconds since 1970.
    var now: Int
    /// Path of the manifest that will own the directory.
    var manifest: String?
    /// Receives everything that may be in the output directory, before the first change.
    var announce: @Sendable (Ledger.Output) -> Void = { _ in }

    /// Compares a site with the output directory.
    ///
    /// - Parameters:
    ///   - known: What the ledger knows of the output, without `others`.
    ///   - previous: Files named by the previous index, in case there is no ledger.
    ///   - others: Names of files that stay as they are.
    ///   - trustsStatus: Whether files are hashed only if their status has changed.
    /// - Throws: `SiteError` if something not made by Alcedo is in the way, or `FileSystemError`.
    func plan(
        _ files: [SiteFile], index: IndexText, known: Ledger.Output, previous: [String: Ledger.File],
        besides others: [String] = [], trustsStatus: Bool
    ) throws -> PublicationPlan {
        let owned = known.files(with: previous)
        var plan = try PublicationPlan(
            output: output, indexPath: indexPath, files: files, owned: owned, trustsStatus: trustsStatus,
            isIndexKnown: index.known != nil, isIndexRecorded: known.hasIndex(at: indexPath),
            original: { cache.data(for: $0) ?? states.data(for: $0) })
        plan.index = index
        plan.others = others
        plan.lastIndex = known.index
        plan.indexStatus = try FileSystem.status(of: indexPath)
        plan.writesIndex =
            if let bytes = index.known {
                plan.indexStatus != known.index?.status || !index.hasSameBytes(as: bytes)
            } else {
                try !isCurrent(index)
            }
        plan.orphans = owned.keys.filter { plan.kept[$0] == nil && plan.missing[$0] == nil }.sorted()
        plan.intended = Ledger.Output(
            manifest: manifest ?? known.manifest, files: owned.merging(plan.kept) { $1 },
            formerIndexes: known.indexes(elsewhereThan: indexPath))
        for (name, file) in plan.missing {
            plan.intended.files[name] = Ledger.File(
                digest: file.digest, bytes: file.bytes, formerly: plan.replaced[name])
        }
        return plan
    }
}
