import AlcedoBase
import AlcedoCache
import Foundation

/// Puts a build's files into the output directory so that a reader never sees an index that names a missing file.
///
/// The order is what makes it safe against being killed at any point: the record of what is about to be there,
/// the files, the index, the deletions, the record of what is there. Only regular files that the record or the
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
        let bytes: [UInt8]
        /// Where in it those entries are that are not kept.
        var entries: [String: OutputRecord.Entry] = [:]
        /// Decides its bytes; see ``SitePublication/fingerprint``. Where nothing does, it is the digest.
        var fingerprint: ContentDigest
        /// The entries that stay as the last publication left them, which vouches for the index that is there.
        var layout: IndexLayout?
        /// That of its bytes.
        let digest: ContentDigest

        init(
            _ bytes: [UInt8], entries: [String: OutputRecord.Entry] = [:], fingerprint: ContentDigest? = nil,
            layout: IndexLayout? = nil
        ) {
            self.bytes = bytes
            self.entries = entries
            self.layout = layout
            digest = ContentDigest(hashing: bytes)
            self.fingerprint = fingerprint ?? digest
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
            isIndexKnown: index.layout != nil, original: { cache.data(for: $0) ?? states.data(for: $0) })
        var result = Publication()
        let indexIsCurrent =
            index.layout == nil ? try isCurrent(index) : previous.index?.digest == index.digest
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
            remember(record, with: index)
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
        if pruning != .keepAll {
            // A new index names everything by now.
            var left: [OutputRecord.Index] = []
            for former in record.formerIndexes {
                do {
                    switch try Self.removeIndex(former) {
                    case .deleted: result.deleted += 1
                    case .foreign: result.foreign.append(former.path)
                    case .absent, .waiting: break
                    }
                } catch let error as FileSystemError {
                    result.refusal = result.refusal ?? error
                    left.append(former)
                }
            }
            record.formerIndexes = left
        }
        guard let indexStatus = try FileSystem.status(of: indexPath) else {
            throw SiteError.inTheWay("\(indexPath) disappeared while it was being written")
        }
        record.index = OutputRecord.Index(
            path: indexPath, status: indexStatus, fingerprint: index.fingerprint,
            digest: index.digest)
        record.entries = index.entries
        remember(record, with: index)
        result.record = record
        return result
    }

    private func remember(_ record: OutputRecord, with index: IndexText) {
        guard remembers else { return }
        do {
            try states.storeState(record.bytes(with: index.layout), named: recordName)
        } catch {
            note(error)
        }
    }

    /// Whether the index that is there has these bytes.
    func isCurrent(_ index: IndexText) throws -> Bool {
        guard let status = try FileSystem.status(of: indexPath), status.kind == .regular,
            status.size == index.bytes.count
        else { return false }
        return try FileSystem.digest(ofFile: indexPath, followingLinks: false).digest == index.digest
    }

    /// Puts the index into its place, which makes the files that are there the site.
    private func write(_ index: IndexText) throws {
        try FileSystem.createDirectory(at: FileSystem.folder(of: indexPath))
        do {
            try FileSystem.writeAtomically(
                index.bytes, to: indexPath, temporaryOwner: recordName, durability: .power)
        } catch {
            // After the renaming, its folder has yet to reach the disk.
            if try isCurrent(index) { throw RefusedAfterIndex(reason: error) }
            throw error
        }
    }

    /// Writes the files that are missing, several at a time, and waits until they are on the disk.
    private func write(_ files: [SiteFile]) throws -> [String: FileStatus] {
        guard !files.isEmpty else { return [:] }
        for folder in Set(files.map { FileSystem.folder(of: output + "/" + $0.name) }).sorted() {
            try FileSystem.createDirectory(at: folder)
        }
        // One call for many files is cheaper, but waits for everybody else's files on that disk, too.
        let synchronizesEach = files.count <= 64
        let written = WrittenFiles()
        let queue = OperationQueue()
        // They wait for the disk and not for the processor.
        let width = FaultInjection.isArmed ? 1 : min(8, files.count)
        queue.maxConcurrentOperationCount = width
        // Not one operation for each file: twenty thousand of them take 40 MB.
        let waiting = Locked(files.makeIterator())
        for _ in 0..<width {
            queue.addOperation {
                while let file = waiting.withLock({ $0.next() }) {
                    written.add(file) { try self.write(file, synchronizes: synchronizesEach) }
                }
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        let (statuses, lost) = try written.result()
        if !lost.isEmpty {
            throw LostFromCache(files: lost.sorted { $0.name < $1.name }, written: statuses.count)
        }
        if synchronizesEach {
            try synchronizeFolders(of: files)
        } else {
            try FileSystem.synchronizeFileSystem(of: output)
        }
        return statuses
    }

    /// Waits until the names are on the disk as well: what is in a file says nothing of the folder that names it.
    private func synchronizeFolders(of files: [SiteFile]) throws {
        var folders: Set<String> = []
        for file in files {
            var folder = FileSystem.folder(of: file.name)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = FileSystem.folder(of: folder) }
        }
        for folder in folders.sorted(by: >) { try FileSystem.synchronizeDirectory(output + "/" + folder) }
        try FileSystem.synchronizeDirectory(output)
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

    enum PruneResult { case deleted, absent, foreign, waiting }

    /// Deletes an index that has another place now, if it is as it was written.
    static func removeIndex(_ index: OutputRecord.Index) throws -> PruneResult {
        let fate = try fate(of: index)
        if fate == .deleted { try FileSystem.removeFile(at: index.path) }
        return fate
    }

    /// What is to become of an index that has another place now. Changes nothing.
    static func fate(of index: OutputRecord.Index) throws -> PruneResult {
        guard let status = try FileSystem.status(of: index.path) else { return .absent }
        if status == index.status { return .deleted }
        guard status.kind == .regular, status.size == index.status.size else { return .foreign }
        let digest = try FileSystem.digest(ofFile: index.path, followingLinks: false).digest
        return digest == index.digest ? .deleted : .foreign
    }

    /// Deletes what is due; what was deleted, is gone or is somebody else's leaves the record.
    private func prune(
        _ orphans: [String], of record: OutputRecord, wanted: [String], _ kept: KeptEntries?,
        _ pruning: Pruning
    ) throws -> Publication {
        var result = Publication(record: record)
        // Only a file that is there can be another one's twin, and then it has that one's number. Few are, and folding
        // the names of all that is wanted would take longer than everything else.
        let numbers = Set(
            try orphans.compactMap { try FileSystem.status(of: output + "/" + $0)?.inode })
        let twins = try Dictionary(
            wanted.filter { name in
                guard let inode = record.files[name]?.status?.inode else { return true }
                return numbers.contains(inode)
            }.map { (Ownership.folded($0), $0) }
                + (kept?.names(withNumbers: numbers) ?? []).map { (Ownership.folded($0), $0) },
            uniquingKeysWith: { first, _ in first })
        for name in orphans {
            guard let file = record.files[name] else { continue }
            if let twin = twins[Ownership.folded(name)], try isSameFile(name, twin) {
                // Only the case of its name has changed, on a file system to which that makes no difference.
                result.record.files[name] = nil
                continue
            }
            do {
                switch try prune(name, file, pruning) {
                case .deleted:
                    result.deleted += 1
                    result.record.files[name] = nil
                case .absent:
                    result.record.files[name] = nil
                case .foreign:
                    result.foreign.append(output + "/" + name)
                    result.record.files[name] = nil
                case .waiting:
                    result.record.files[name]?.orphanedSince = file.orphanedSince ?? now
                }
            } catch let error as FileSystemError {
                result.refusal = result.refusal ?? error
                result.record.files[name]?.orphanedSince = file.orphanedSince ?? now
            }
        }
        return result
    }

    private func prune(_ name: String, _ file: OutputRecord.File, _ pruning: Pruning) throws -> PruneResult {
        let fate = try fate(of: name, file, pruning)
        guard fate == .deleted else { return fate }
        try FileSystem.removeFile(at: output + "/" + name)
        Ownership.removeEmptyFolders(from: name, below: output)
        return fate
    }

    /// What is to become of a file that nothing asks for. Changes nothing.
    func fate(of name: String, _ file: OutputRecord.File, _ pruning: Pruning) throws -> PruneResult {
        let path = output + "/" + name
        // A file that was found here was never ours: it is forgotten, and nothing is said about it.
        guard !file.isFound, let status = try FileSystem.status(of: path) else { return .absent }
        switch pruning {
        case .keepAll: return .waiting
        case .after(let seconds) where now - (file.orphanedSince ?? now) < seconds: return .waiting
        case .after: break
        }
        return try Ownership.isOurs(path, status: status, file: file, below: output) ? .deleted : .foreign
    }

    private func isSameFile(_ name: String, _ other: String) throws -> Bool {
        guard let status = try FileSystem.status(of: output + "/" + name) else { return false }
        return try FileSystem.status(of: output + "/" + other)?.inode == status.inode
    }

    /// Removes what a killed build left half-written: in the output whatever it is, beside an index elsewhere only its
    /// own, since others may be at work there.
    private func removeTemporaryFiles(in names: Set<String>) throws {
        var folders = Set(names.map { FileSystem.folder(of: output + "/" + $0) })
        folders.insert(output)
        // Nothing is deleted through a link inside the output.
        for folder in folders.sorted()
        where try folder == output || FileSystem.status(of: folder)?.kind == .directory {
            try FileSystem.removeTemporaryFiles(in: folder)
        }
        try FileSystem.removeTemporaryFiles(in: FileSystem.folder(of: indexPath), owner: recordName)
    }
}
