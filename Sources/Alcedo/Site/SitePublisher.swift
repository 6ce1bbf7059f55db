import AlcedoBase
import AlcedoCache
import Foundation

/// Puts a build's files into the output directory so that a reader never sees an index that names a missing file.
///
/// The order is what makes it safe against being killed at any point: the record of what is about to be there,
/// the files, the index, the deletions, the record of what is there. Only regular files that the record or the
/// previous index names are ever deleted or replaced; see ``Ownership``.
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
        /// Files that were to go and were left, because somebody else changed them.
        var foreign: [String] = []
        var record = OutputRecord()
    }

    /// Files whose bytes the cache has lost since they were looked up. All the others have been written.
    struct LostFromCache: Error {
        var files: [SiteFile]
    }

    var output: String
    var indexPath: String
    /// Where the files' bytes are.
    var cache: DiskStore
    /// Where the record of the output directory is kept.
    var states: DiskStore
    var queue: BlockingQueue
    /// The files and digests that the previous index names, for a cache that has forgotten.
    var previousIndex: [String: OutputRecord.File]
    /// Seconds since 1970.
    var now: Int
    /// The manifest to whose output the directory becomes.
    var manifest: String?
    /// Whether the record is written. If not, the index says which files are Alcedo's.
    var remembers = true
    /// Hears why the record could not be written. That stops nothing: the index names the same files.
    var note: @Sendable (any Error) -> Void = { _ in }

    private var recordName: String { OutputRecord.name(forOutput: output) }

    /// Publishes `files` and then the index.
    ///
    /// - Throws: ``SiteError`` when something in the way is not Alcedo's, `FileSystemError` when the disk refuses,
    ///   ``LostFromCache``. The index that was there is whole in every case.
    func publish(
        _ files: [SiteFile], index: Data, fingerprint: ContentDigest, record previous: OutputRecord,
        pruning: Pruning, trustsStatus: Bool
    ) async throws -> Boxed<Publication> {
        // Large values stay in plain functions and behind references: see ``Boxed``.
        let order = Boxed(Order(index: index, fingerprint: fingerprint, pruning: pruning, previous: previous))
        let beginning = try await queue.run {
            try begin(order.value, files, trustsStatus: trustsStatus)
        }
        let statuses = try await write(beginning.value.missing)
        return try await queue.run {
            try complete(order.value, beginning.value, statuses)
        }
    }

    /// What is to be there besides the files.
    private struct Order: Sendable {
        var index: Data
        var fingerprint: ContentDigest
        var pruning: Pruning
        var previous: OutputRecord
    }

    /// What is known before the first file is written.
    private struct Beginning: Sendable {
        var record: OutputRecord
        var missing: [SiteFile]
        var wanted: [String]
        var orphans: [String]
        var indexIsCurrent: Bool
    }

    /// Examines everything, and records what is about to be there.
    private func begin(
        _ order: Order, _ files: [SiteFile], trustsStatus: Bool
    ) throws -> Boxed<Beginning> {
        let previous = order.previous
        let owned = previous.files(with: previousIndex)
        // Everything is examined before anything is written.
        let plan = try PublicationPlan(
            output: output, indexPath: indexPath, files: files, owned: owned, trustsStatus: trustsStatus,
            original: { cache.data(for: $0) ?? states.data(for: $0) })
        let indexIsCurrent = try currentIndex() == order.index
        let orphans = owned.keys.filter { plan.kept[$0] == nil && plan.missing[$0] == nil }

        var record = OutputRecord()
        record.manifest = manifest ?? previous.manifest
        record.files = owned
        for (name, file) in plan.kept { record.files[name] = file }
        for (name, file) in plan.missing {
            record.files[name] = OutputRecord.File(
                digest: file.digest, bytes: file.bytes, formerly: plan.replaced[name])
        }
        if !plan.missing.isEmpty || !indexIsCurrent || !orphans.isEmpty { remember(record) }
        if previous.index == nil {
            // The last publication did not end, or there was none.
            try removeTemporaryFiles(in: Set(record.files.keys))
        }
        return Boxed(
            Beginning(
                record: record, missing: plan.missing.values.sorted { $0.name < $1.name },
                wanted: orphans.isEmpty ? [] : Array(plan.kept.keys) + Array(plan.missing.keys),
                orphans: orphans.sorted(), indexIsCurrent: indexIsCurrent))
    }

    /// Writes the index, deletes what is due, and records what is there.
    private func complete(
        _ order: Order, _ beginning: Beginning, _ statuses: [String: FileStatus]
    ) throws -> Boxed<Publication> {
        var record = beginning.record
        for (name, status) in statuses {
            record.files[name]?.status = status
            record.files[name]?.formerly = nil
        }
        if !beginning.indexIsCurrent {
            try FileSystem.createDirectory(at: FileSystem.folder(of: indexPath))
            try FileSystem.writeAtomically(order.index, to: indexPath, durability: .power)
        }
        var result = try prune(
            beginning.orphans, of: record, wanted: beginning.wanted, order.pruning)
        result.written = statuses.count
        result.indexWritten = !beginning.indexIsCurrent
        guard let indexStatus = try FileSystem.status(of: indexPath) else {
            throw SiteError.inTheWay("\(indexPath) disappeared while it was being written")
        }
        result.record.index = OutputRecord.Index(
            path: indexPath, status: indexStatus, fingerprint: order.fingerprint)
        remember(result.record)
        return Boxed(result)
    }

    private func remember(_ record: OutputRecord) {
        guard remembers else { return }
        do {
            try states.storeState(record.data, named: recordName)
        } catch {
            note(error)
        }
    }

    private func currentIndex() throws -> Data? {
        guard let status = try FileSystem.status(of: indexPath), status.kind == .regular else { return nil }
        return try FileSystem.read(indexPath)
    }

    /// Writes the files that are missing, several at a time, and waits until they are on the disk.
    private func write(_ files: [SiteFile]) async throws -> [String: FileStatus] {
        guard !files.isEmpty else { return [:] }
        let folders = Set(files.map { FileSystem.folder(of: output + "/" + $0.name) })
        try await queue.run {
            for folder in folders.sorted() { try FileSystem.createDirectory(at: folder) }
        }
        // One call for many files is cheaper, but waits for everybody else's files on that disk, too.
        let synchronizesEach = files.count <= 64
        var statuses: [String: FileStatus] = [:]
        var lost: [SiteFile] = []
        try await withThrowingTaskGroup(of: (SiteFile, FileStatus?).self) { group in
            var next = files.makeIterator()
            func addOne() {
                guard let file = next.next() else { return }
                group.addTask {
                    try await queue.run { (file, try write(file, synchronizes: synchronizesEach)) }
                }
            }
            for _ in 0..<8 { addOne() }
            while let (file, status) = try await group.next() {
                if let status { statuses[file.name] = status } else { lost.append(file) }
                addOne()
            }
        }
        if !lost.isEmpty { throw LostFromCache(files: lost.sorted { $0.name < $1.name }) }
        if !synchronizesEach { try await queue.run { try FileSystem.synchronizeFileSystem(of: output) } }
        return statuses
    }

    /// The status of the written file, or `nil` when the cache does not have its bytes any more.
    private func write(_ file: SiteFile, synchronizes: Bool) throws -> FileStatus? {
        let path = output + "/" + file.name
        switch file.content {
        case .memory(let data):
            try FileSystem.writeAtomically(data, to: path)
        case .cached:
            guard try cache.copy(file.digest, to: path) else { return nil }
        }
        if synchronizes { try FileSystem.synchronizeFile(path) }
        guard let status = try FileSystem.status(of: path) else {
            throw SiteError.inTheWay("\(path) disappeared while it was being written")
        }
        return status
    }

    private enum PruneResult { case deleted, absent, foreign, waiting }

    /// Deletes what is due; what was deleted, is gone or is somebody else's leaves the record.
    private func prune(
        _ orphans: [String], of record: OutputRecord, wanted: [String], _ pruning: Pruning
    ) throws -> Publication {
        var result = Publication(record: record)
        let twins = Dictionary(
            wanted.map { (Ownership.folded($0), $0) }, uniquingKeysWith: { first, _ in first })
        for name in orphans {
            guard let file = record.files[name] else { continue }
            if let twin = twins[Ownership.folded(name)], try isSameFile(name, twin) {
                // Only the case of its name has changed, on a file system to which that makes no difference.
                result.record.files[name] = nil
                continue
            }
            switch try prune(name, file, pruning) {
            case .deleted:
                result.deleted += 1
                result.record.files[name] = nil
            case .absent:
                result.record.files[name] = nil
            case .foreign:
                result.foreign.append(name)
                result.record.files[name] = nil
            case .waiting:
                result.record.files[name]?.orphanedSince = file.orphanedSince ?? now
            }
        }
        return result
    }

    private func prune(_ name: String, _ file: OutputRecord.File, _ pruning: Pruning) throws -> PruneResult {
        let path = output + "/" + name
        // A file that was found here was never ours: it is forgotten, and nothing is said about it.
        guard !file.isFound, let status = try FileSystem.status(of: path) else { return .absent }
        switch pruning {
        case .keepAll: return .waiting
        case .after(let seconds) where now - (file.orphanedSince ?? now) < seconds: return .waiting
        case .after: break
        }
        guard try Ownership.isOurs(path, status: status, file: file, below: output) else { return .foreign }
        try FileSystem.removeFile(at: path)
        try Ownership.removeEmptyFolders(from: name, below: output)
        return .deleted
    }

    private func isSameFile(_ name: String, _ other: String) throws -> Bool {
        guard let status = try FileSystem.status(of: output + "/" + name) else { return false }
        return try FileSystem.status(of: output + "/" + other)?.inode == status.inode
    }

    /// Removes what a killed build left half-written beside the files it was writing.
    private func removeTemporaryFiles(in names: Set<String>) throws {
        let folders = Set(names.map { FileSystem.folder(of: output + "/" + $0) })
        for folder in folders.union([FileSystem.folder(of: indexPath)]).sorted() {
            guard try FileSystem.status(of: folder)?.kind == .directory else { continue }
            for entry in try FileSystem.entries(ofDirectory: folder)
            where entry.kind == .regular && entry.name.hasPrefix(FileSystem.temporaryPrefix) {
                try FileSystem.removeFile(at: folder + "/" + entry.name)
            }
        }
    }
}
