import AlcedoBase
import AlcedoCache
import AlcedoManifest
import Foundation

/// Publishes a build's files so that readers never see an index that names a missing file.
///
/// The order of writes makes it safe to be killed at any point: a note of the intended record, the files, the index,
/// the deletions, then the record or the changes to it. Only regular files named by the record or the previous index
/// are ever deleted or replaced; see ``Ownership``.
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
        /// Error of the first failed deletion, if any. The record keeps the file, so that the next build tries again.
        var refusal: FileSystemError?
        var record = OutputRecord()
    }

    /// The new index.
    struct IndexText: Sendable {
        /// Bytes of the index, in consecutive pieces; kept entries are slices of the old index.
        let pieces: [ArraySlice<UInt8>]
        /// Number of bytes.
        let count: Int
        /// Positions of the entries that are not kept.
        var entries: [String: OutputRecord.Entry] = [:]
        /// Digest of every input that determines the index; see ``SitePublication/fingerprint``. For `--only` builds,
        /// the digest of the empty string, which never matches.
        var fingerprint: ContentDigest
        /// Entries kept from the last publication. If not `nil`, the existing index is known to be Alcedo's.
        var layout: IndexLayout?
        private let checksumAside: Aside<ContentChecksum, Never>

        init(
            _ pieces: [ArraySlice<UInt8>], entries: [String: OutputRecord.Entry] = [:],
            fingerprint: ContentDigest? = nil,
            layout: IndexLayout? = nil
        ) {
            self.pieces = pieces
            count = pieces.reduce(0) { $0 + $1.count }
            self.entries = entries
            self.layout = layout
            checksumAside = Aside { ContentChecksum(of: pieces) }
            self.fingerprint = fingerprint ?? ContentDigest(hashing: "")
        }

        /// Checksum of the bytes.
        var checksum: ContentChecksum { checksumAside.value() }

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
    /// Store of the output directory's record.
    var states: DiskStore
    /// Checksum of the existing record; `nil` if there is none.
    var basis: ContentDigest?
    /// Files and digests named by the previous index, in case the cache has no record.
    var previousIndex: [String: OutputRecord.File]
    /// Current time, in seconds since 1970.
    var now: Int
    /// Path of the manifest that will own the directory.
    var manifest: String?
    /// Number of entries from which only changes are written, to a file beside the record.
    var changesFrom = 1000
    /// Whether to write the record. Without one, the index identifies Alcedo's files.
    var remembers = true
    /// Receives errors of writing the record. They are not fatal, since the index names the same files.
    var note: @Sendable (any Error) -> Void = { _ in }
    /// Receives the paths of files that another program has changed, before they are rewritten. If the cache has lost
    /// their bytes, the next attempt treats them as its own.
    var noteRecoded: @Sendable ([String]) -> Void = { _ in }

    var recordName: String { OutputRecord.name(forOutput: output) }

    /// Publishes `files` and then the index.
    ///
    /// - Throws: ``SiteError`` if something not made by Alcedo is in the way, `FileSystemError` on a disk error, or
    ///   ``LostFromCache``; the old index is then intact. ``RefusedAfterIndex`` if the new index is in place. A failed
    ///   deletion does not stop the others, and is in the result.
    func publish(
        _ files: [SiteFile], index: IndexText, record previous: OutputRecord, pruning: Pruning,
        trustsStatus: Bool
    ) throws -> Publication {
        let owned = previous.files(with: previousIndex)

        // Examine everything before writing anything.
        let plan = try PublicationPlan(
            output: output, indexPath: indexPath, files: files, owned: owned, trustsStatus: trustsStatus,
            isIndexKnown: index.layout != nil, isIndexRecorded: previous.hasIndex(at: indexPath),
            original: { cache.data(for: $0) ?? states.data(for: $0) })
        noteRecoded(plan.recoded)
        var result = Publication()
        let indexBefore = try FileSystem.status(of: indexPath)
        // With kept entries, the old index has been read and is known to be the last publication's.
        let indexIsCurrent =
            if let layout = index.layout {
                indexBefore == previous.index?.status && index.hasSameBytes(as: layout.kept.index)
            } else {
                try isCurrent(index)
            }
        let orphans = owned.keys.filter { plan.kept[$0] == nil && plan.missing[$0] == nil }

        var record = OutputRecord()
        record.manifest = manifest ?? previous.manifest
        record.files = owned
        record.formerIndexes = previous.indexes(elsewhereThan: indexPath)
        for (name, file) in plan.kept { record.files[name] = file }
        for (name, file) in plan.missing {
            record.files[name] = OutputRecord.File(
                digest: file.digest, bytes: file.bytes, formerly: plan.replaced[name])
        }
        if !plan.missing.isEmpty || !indexIsCurrent || !orphans.isEmpty || !record.formerIndexes.isEmpty {
            announce(record, besides: index.layout?.kept)
        }
        if previous.index == nil {
            // The last publication was interrupted, or there was none.
            try removeTemporaryFiles(in: Set(record.files.keys))
        }

        let statuses = try write(plan.missing.values.sorted { $0.name < $1.name })
        for (name, status) in statuses {
            record.files[name]?.status = status
            record.files[name]?.formerly = nil
        }
        result.written = statuses.count
        if !indexIsCurrent {
            try write(index)
            result.indexWritten = true
        }
        let wanted = orphans.isEmpty ? [] : Array(plan.kept.keys) + Array(plan.missing.keys)
        let pruned = try prune(orphans.sorted(), of: record, wanted: wanted, index.layout?.kept, pruning)
        record = pruned.record
        result.deleted = pruned.deleted
        result.foreign = pruned.foreign
        result.refusal = pruned.refusal
        // The new index is in place, so the former ones can go.
        if pruning != .keepAll { record.formerIndexes = try removeIndexes(record.formerIndexes, &result) }
        var indexAfter = try FileSystem.status(of: indexPath)
        if indexIsCurrent, indexAfter != indexBefore {
            // The index was replaced while the files were written.
            try write(index)
            result.indexWritten = true
            indexAfter = try FileSystem.status(of: indexPath)
        }
        guard let indexStatus = indexAfter else {
            throw SiteError.inTheWay("\(indexPath) disappeared while it was being written")
        }
        record.index = OutputRecord.Index(
            path: indexPath, status: indexStatus, fingerprint: index.fingerprint,
            checksum: index.checksum)
        record.entries = index.entries
        remember(record, with: index)
        result.record = record
        return result
    }

    /// Stores a note of the intended record.
    private func announce(_ record: OutputRecord, besides kept: KeptEntries?) {
        guard remembers else { return }
        do {
            try OutputChanges(over: basis, intending: record, keeping: kept?.segments ?? [])
                .store(in: states, besides: recordName)
        } catch {
            note(error)
        }
    }

    /// Stores the final record, or the changes to it, in place of the note.
    private func remember(_ record: OutputRecord, with index: IndexText) {
        guard remembers else { return }
        let changes = OutputChanges(
            over: basis, leaving: record, with: index.layout, worthwhileFrom: changesFrom)
        do {
            if let changes {
                try changes.store(in: states, besides: recordName)
            } else {
                try states.storeState(named: recordName, reserving: record.size(with: index.layout)) {
                    record.write(to: &$0, with: index.layout)
                }
                try states.removeState(named: OutputChanges.name(forRecord: recordName))
            }
        } catch {
            note(error)
        }
    }

    /// Whether the existing index has these bytes.
    func isCurrent(_ index: IndexText) throws -> Bool {
        guard let status = try FileSystem.status(of: indexPath), status.kind == .regular,
            status.size == index.count
        else { return false }
        return index.hasSameBytes(as: try FileSystem.readBytes(indexPath, followingLinks: false))
    }
}
