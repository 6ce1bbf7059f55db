import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoManifest

// Writing of the files, then of the index that names them, and then the deletions.
extension SitePublisher {
    /// Carries out a plan.
    ///
    /// - Throws: `SiteError`, `FileSystemError`, or `LostFromCache`; the old index is then intact.
    ///   `RefusedAfterIndex` if the new index is in place. A failed deletion does not stop the others, and is in the
    ///   result.
    func publish(_ plan: PublicationPlan, _ pruning: Pruning) throws -> Publication {
        var result = Publication(output: plan.intended)
        if plan.hasWork { announce(plan.intended) }
        if plan.lastIndex == nil {
            // The last publication was interrupted, or there was none.
            try removeTemporaryFiles(in: Set(plan.intended.files.keys))
        }
        let statuses = try write(plan.missing.values.sorted { $0.name < $1.name })
        for (name, status) in statuses {
            result.output.files[name]?.status = status
            result.output.files[name]?.formerly = nil
        }
        // Parts of the index are not counted, as the index is not.
        result.written = plan.missing.values.count { !$0.isOfIndex }
        result.indexWritten = result.written < plan.missing.count
        var digest = plan.writesIndex ? nil : plan.index.known.flatMap { _ in plan.lastIndex?.digest }
        if plan.writesIndex {
            let (_, new) = try concurrently {
                try write(plan.index)
            } _: {
                plan.index.digest
            }
            digest = new
            result.indexWritten = true
        }
        let wanted =
            plan.orphans.isEmpty ? [] : Array(plan.kept.keys) + Array(plan.missing.keys) + plan.others
        try prune(plan.orphans, wanted: wanted, pruning, &result)
        // The new index is in place, so the former ones can go.
        if pruning != .keepAll { try removeFormerIndexes(&result) }
        var status = try FileSystem.status(of: indexPath)
        if !plan.writesIndex, status != plan.indexStatus {
            // The index was replaced while the files were written.
            try write(plan.index)
            result.indexWritten = true
            status = try FileSystem.status(of: indexPath)
        }
        guard let status else {
            throw SiteError.inTheWay("\(indexPath) disappeared while it was being written")
        }
        result.output.index = Ledger.Index(
            path: indexPath, status: status, fingerprint: plan.index.fingerprint,
            digest: digest ?? plan.index.digest)
        return result
    }

    /// Owner of temporary files beside the index, where other builds may have theirs.
    var temporaryOwner: String { "output-" + Ledger.id(ofOutput: output) }

    /// Writes the index atomically, which makes the new files visible to the site.
    private func write(_ index: IndexText) throws {
        try FileSystem.createDirectory(at: FileSystem.folder(of: indexPath))
        do {
            try FileSystem.writeAtomically(
                pieces: index.pieces, to: indexPath, temporaryOwner: temporaryOwner, durability: .power)
        } catch {
            // The rename succeeded, but synchronizing the folder failed.
            if try isCurrent(index) { throw RefusedAfterIndex(reason: error) }
            throw error
        }
    }

    /// Whether the existing index has these bytes.
    func isCurrent(_ index: IndexText) throws -> Bool {
        guard let status = try FileSystem.status(of: indexPath), status.kind == .regular,
            status.size == index.count
        else { return false }
        return index.hasSameBytes(as: try FileSystem.readBytes(indexPath, followingLinks: false))
    }

    /// Writes the missing files, several at a time, and waits until they are on the disk.
    private func write(_ files: [SiteFile]) throws -> [String: FileStatus] {
        guard !files.isEmpty else { return [:] }
        for folder in Set(files.map { FileSystem.folder(of: $0.name) }).sorted() {
            try FileSystem.createDirectory(folder, below: output)
        }
        // Synchronizing the whole file system is cheaper for many files, but also waits for other programs' files.
        let synchronizesEach = files.count <= 64
        let written = WriteResults()
        // The work is bound by the disk, not by the processor.
        let width = FaultInjection.isArmed ? 1 : min(8, files.count)
        let queue = BlockingQueue(width: width - 1)
        // Not one piece of work per file: twenty thousand take 40 MB.
        let waiting = Locked(files.makeIterator())
        let work: @Sendable () -> Void = {
            while let file = waiting.withLock({ $0.next() }) {
                written.add(file) { try self.write(file, synchronizes: synchronizesEach) }
            }
        }
        // This thread works too, and waits for files rather than for the others, which may start late.
        for _ in 1..<width { queue.add(work) }
        work()
        written.wait(for: files.count)
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

    /// Waits until the folders are on the disk as well, since synchronizing a file does not include its folder entry.
    private func synchronizeFolders(of files: [SiteFile]) throws {
        var folders: Set<String> = []
        for file in files {
            var folder = FileSystem.folder(of: file.name)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = FileSystem.folder(of: folder) }
        }
        for folder in folders.sorted(by: >) { try FileSystem.synchronizeDirectory(output + "/" + folder) }
        try FileSystem.synchronizeDirectory(output)
    }

    /// Writes a file and returns its status, or `nil` if the cache no longer has its bytes.
    private func write(_ file: SiteFile, synchronizes: Bool) throws -> FileStatus? {
        let path = output + "/" + file.name
        switch file.content {
        case .memory(let data):
            try FileSystem.writeAtomically(data, to: file.name, below: output)
        case .cached:
            let isThere = try cache.copy(file.digest, to: path, below: output) { bytes in
                file.shape?.fits(bytes) ?? true
            }
            guard isThere else { return nil }
        }
        if synchronizes { try FileSystem.synchronizeFile(path) }
        guard let status = try FileSystem.status(of: path) else {
            throw SiteError.inTheWay("\(path) disappeared while it was being written")
        }
        // The record is as unreliable as if the bytes were missing.
        return status.size == file.bytes ? status : nil
    }
}
