import AlcedoBase
import AlcedoCache
import Foundation

// Files, and then the index that names them.
extension SitePublisher {
    /// Puts the index into its place, which makes the files that are there the site.
    func write(_ index: IndexText) throws {
        try FileSystem.createDirectory(at: FileSystem.folder(of: indexPath))
        do {
            try FileSystem.writeAtomically(
                pieces: index.pieces, to: indexPath, temporaryOwner: recordName, durability: .power)
        } catch {
            // After the renaming, its folder has yet to reach the disk.
            if try isCurrent(index) { throw RefusedAfterIndex(reason: error) }
            throw error
        }
    }

    /// Writes the files that are missing, several at a time, and waits until they are on the disk.
    func write(_ files: [SiteFile]) throws -> [String: FileStatus] {
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
        queue.maxConcurrentOperationCount = max(1, width - 1)
        // Not one operation for each file: twenty thousand of them take 40 MB.
        let waiting = Locked(files.makeIterator())
        let work: @Sendable () -> Void = {
            while let file = waiting.withLock({ $0.next() }) {
                written.add(file) { try self.write(file, synchronizes: synchronizesEach) }
            }
        }
        // This thread does its share, and does not wait for others to find that nothing is left: it may be long until there
        // is another one.
        for _ in 1..<width { queue.addOperation(work) }
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
}
