import AlcedoBase
import Foundation

// What nothing asks for any more, and what a killed build left half-written.
extension SitePublisher {
    enum PruneResult { case deleted, absent, foreign, waiting }

    /// Deletes an index that has another place now, if it is as it was written.
    static func removeIndex(_ index: OutputRecord.Index) throws -> PruneResult {
        let fate = try fate(of: index)
        if fate == .deleted { try FileSystem.removeFile(at: index.path) }
        return fate
    }

    /// Deletes those indexes, and gives back the ones whose deletion the disk refused.
    func removeIndexes(
        _ indexes: [OutputRecord.Index], _ result: inout Publication
    ) throws -> [OutputRecord.Index] {
        var left: [OutputRecord.Index] = []
        for former in indexes {
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
        return left
    }

    /// What is to become of an index that has another place now. Changes nothing.
    static func fate(of index: OutputRecord.Index) throws -> PruneResult {
        guard let status = try FileSystem.status(of: index.path) else { return .absent }
        if status == index.status { return .deleted }
        guard status.kind == .regular, status.size == index.status.size else { return .foreign }
        let bytes = try FileSystem.readBytes(index.path, followingLinks: false)
        return ContentChecksum(of: bytes) == index.checksum ? .deleted : .foreign
    }

    /// Deletes what is due; what was deleted, is gone or is somebody else's leaves the record.
    func prune(
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
                    result.record.files[name]?.orphanedSince = orphaned(file)
                }
            } catch let error as FileSystemError {
                result.refusal = result.refusal ?? error
                result.record.files[name]?.orphanedSince = orphaned(file)
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
        case .after(let seconds) where now - orphaned(file) < seconds: return .waiting
        case .after: break
        }
        return try Ownership.isOurs(path, status: status, file: file, below: output) ? .deleted : .foreign
    }

    /// Since when nothing asks for a file; a clock that was ahead then does not count.
    private func orphaned(_ file: OutputRecord.File) -> Int { min(file.orphanedSince ?? now, now) }

    private func isSameFile(_ name: String, _ other: String) throws -> Bool {
        guard let status = try FileSystem.status(of: output + "/" + name) else { return false }
        return try FileSystem.status(of: output + "/" + other)?.inode == status.inode
    }

    /// Removes what a killed build left half-written: in the output whatever it is, beside an index elsewhere only its
    /// own, since others may be at work there.
    func removeTemporaryFiles(in names: Set<String>) throws {
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
