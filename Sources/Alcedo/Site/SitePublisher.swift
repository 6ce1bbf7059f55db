import AlcedoBase
import AlcedoCache
import Foundation

/// Puts a build's files into the output directory so that a reader never sees an index that names a missing file.
///
/// The order is what makes it safe against being killed at any point: a note of what is about to be there,
/// the files, the index, the deletions, the record of what is there or what has changed of it. Only regular files that the record or the
/// previous index names are ever deleted or replaced; see ``Ownership``.
///
/// It blocks: call it where that holds up nobody.
struct SitePublisher: Sendable {
    /// What to do with files that nothing asks for any more.
    enum Pruning: Hashable, Sendable {
        case keepAll
        /// Deleted once nothing has asked for them for so many seconds.
        case after(seconds: Int)
    }

    /// What was done.
    struct Publication: Sendable {
        var written = 0
        var deleted = 0
        var indexWritten = false
        /// The paths of files that were to go and were left, because somebody else changed them.
        var foreign: [String] = []
        /// Why something that was to go is still there, if so. The record has it, so that the next build tries again.
        var refusal: FileSystemError?
        var record = OutputRecord()
    }

    /// The index that is to be there.
    struct IndexText: Sendable {
        /// Its bytes, in pieces that follow one another: those of entries that stay are where they were read.
        let pieces: [ArraySlice<UInt8>]
        /// How many bytes they are.
        let count: Int
        /// Where in it those entries are that are not kept.
        var entries: [String: OutputRecord.Entry] = [:]
        /// Decides its bytes; see ``SitePublication/fingerprint``. Where nothing does, it is that of nothing.
        var fingerprint: ContentDigest
        /// The entries that stay as the last publication left them, which vouches for the index that is there.
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

        /// That of its bytes.
        var checksum: ContentChecksum { checksumAside.value() }

        /// Whether these are its bytes.
        func hasSameBytes(as other: [UInt8]) -> Bool {
            guard other.count == count else { return false }
            return other.withUnsafeBytes { other in
                var start = 0
                return pieces.allSatisfy { piece in
                    let place = UnsafeRawBufferPointer(rebasing: other[start..<start + piece.count])
                    start += piece.count
                    // Entries that stay in their place are what was read, and not a copy of it.
                    return piece.withUnsafeBytes { piece in
                        guard let one = piece.baseAddress, let two = place.baseAddress else { return true }
                        return one == two || memcmp(one, two, piece.count) == 0
                    }
                }
            }
        }
    }

    /// Files whose bytes the cache has lost since they were looked up. All the others have been written.
    struct LostFromCache: Error {
        var files: [SiteFile]
        /// How many those are.
        var written = 0
    }

    /// What the disk refused when the new index was in place already.
    struct RefusedAfterIndex: Error {
        var reason: FileSystemError
    }

    var output: String
    var indexPath: String
    /// Where the files' bytes are.
    var cache: DiskStore
    /// Where the record of the output directory is kept.
    var states: DiskStore
    /// Tells the record that is there from every other; `nil` if there is none.
    var basis: ContentDigest?
    /// The files and digests that the previous index names, for a cache that has forgotten.
    var previousIndex: [String: OutputRecord.File]
    /// Seconds since 1970.
    var now: Int
    /// The manifest to whose output the directory becomes.
    var manifest: String?
    /// From how many entries on only what changed is remembered, beside the record.
    var changesFrom = 1000
    /// Whether the record is written. If not, the index says which files are Alcedo's.
    var remembers = true
    /// Hears why the record could not be written. That stops nothing: the index names the same files.
    var note: @Sendable (any Error) -> Void = { _ in }
    /// Receives the paths of files that another program has changed, before they are written again. If the cache has lost
    /// their bytes, the next attempt takes them for its own.
    var noteRecoded: @Sendable ([String]) -> Void = { _ in }

    var recordName: String { OutputRecord.name(forOutput: output) }

    /// Publishes `files` and then the index.
    ///
    /// - Throws: ``SiteError`` when something in the way is not Alcedo's, `FileSystemError` when the disk refuses,
    ///   ``LostFromCache``, and then the index that was there is whole; or ``RefusedAfterIndex``. A deletion that is
    ///   refused stops no other, and is in the result.
    func publish(
        _ files: [SiteFile], index: IndexText, record previous: OutputRecord, pruning: Pruning,
        trustsStatus: Bool
    ) throws -> Publication {
        let owned = previous.files(with: previousIndex)

        // Everything is examined before anything is written.
        let plan = try PublicationPlan(
            output: output, indexPath: indexPath, files: files, owned: owned, trustsStatus: trustsStatus,
            isIndexKnown: index.layout != nil, isIndexRecorded: previous.hasIndex(at: indexPath),
            original: { cache.data(for: $0) ?? states.data(for: $0) })
        noteRecoded(plan.recoded)
        var result = Publication()
        let indexBefore = try FileSystem.status(of: indexPath)
        // What entries are kept of has been read, and is what the last publication wrote.
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
            // The last publication did not end, or there was none.
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
        // A new index names everything by now.
        if pruning != .keepAll { record.formerIndexes = try removeIndexes(record.formerIndexes, &result) }
        var indexAfter = try FileSystem.status(of: indexPath)
        if indexIsCurrent, indexAfter != indexBefore {
            // Somebody has put another one there while the files were written.
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

    /// Notes what is about to be there.
    private func announce(_ record: OutputRecord, besides kept: KeptEntries?) {
        guard remembers else { return }
        do {
            try OutputChanges(over: basis, intending: record, keeping: kept?.segments ?? [])
                .store(in: states, besides: recordName)
        } catch {
            note(error)
        }
    }

    /// Remembers what is there, in the place of what was announced.
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

    /// Whether the index that is there has these bytes.
    func isCurrent(_ index: IndexText) throws -> Bool {
        guard let status = try FileSystem.status(of: indexPath), status.kind == .regular,
            status.size == index.count
        else { return false }
        return index.hasSameBytes(as: try FileSystem.readBytes(indexPath, followingLinks: false))
    }
}
