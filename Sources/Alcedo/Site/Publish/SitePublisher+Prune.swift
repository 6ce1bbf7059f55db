import AlcedoBase

// Deletion of files that are no longer needed, and of temporary files of a killed build.
extension SitePublisher {
    enum PruneResult {
        case deleted, absent, foreign, waiting
        /// Where Alcedo deletes nothing.
        case elsewhere

        init(_ removal: OwnFile.Removal) {
            self =
                switch removal {
                case .deleted: .deleted
                case .absent: .absent
                case .foreign: .foreign
                }
        }
    }

    var formerIndexes: FormerIndexes { FormerIndexes(output: output, manifest: manifest) }

    /// Deletes former indexes. Those that could not be deleted stay in the ledger.
    func removeFormerIndexes(_ result: inout Publication) throws {
        var left: [Ledger.Index] = []
        for former in result.output.formerIndexes {
            do {
                switch try formerIndexes.remove(former) {
                case .deleted: result.deleted += 1
                case .foreign: result.foreign.append(former.path)
                case .elsewhere: result.elsewhere.append(former.path)
                case .absent, .waiting: break
                }
            } catch let error as FileSystemError {
                result.refusal = result.refusal ?? error
                left.append(former)
            }
        }
        result.output.formerIndexes = left
    }

    /// Deletes the orphans that are due. Files that are deleted, missing or foreign are removed from the ledger.
    ///
    /// - Parameter wanted: Names of all files that are needed.
    func prune(
        _ orphans: [String], wanted: [String], _ pruning: Pruning, _ result: inout Publication
    ) throws {
        let folded = Set(orphans.map(Ownership.folded))
        let twins = Dictionary(
            wanted.lazy.map { (Ownership.folded($0), $0) }.filter { folded.contains($0.0) },
            uniquingKeysWith: { first, _ in first })
        for name in orphans {
            guard let file = result.output.files[name] else { continue }
            if let twin = twins[Ownership.folded(name)], try isSameFile(name, twin) {
                // Only the case of the name has changed, on a case-insensitive file system.
                result.output.files[name] = nil
                continue
            }
            do {
                switch try prune(name, file, pruning) {
                case .deleted:
                    result.deleted += 1
                    result.output.files[name] = nil
                case .absent:
                    result.output.files[name] = nil
                case .foreign, .elsewhere:
                    result.foreign.append(output + "/" + name)
                    result.output.files[name] = nil
                case .waiting:
                    result.output.files[name]?.orphanedSince = orphaned(file)
                }
            } catch let error as FileSystemError {
                result.refusal = result.refusal ?? error
                result.output.files[name]?.orphanedSince = orphaned(file)
            }
        }
    }

    private func prune(_ name: String, _ file: Ledger.File, _ pruning: Pruning) throws -> PruneResult {
        guard isDue(file, pruning) else { return try fate(of: name, file, pruning) }
        // A file that was found here was never ours: drop it from the ledger without a warning.
        guard !file.isFound, let place = OwnFile(name, in: output) else { return .absent }
        let removal = try place.remove { Ownership.isOurs($0, file) }
        if removal == .deleted { Ownership.removeEmptyFolders(from: name, below: output) }
        return PruneResult(removal)
    }

    /// Returns what to do with an orphan. Changes nothing.
    func fate(of name: String, _ file: Ledger.File, _ pruning: Pruning) throws -> PruneResult {
        guard !file.isFound, let place = OwnFile(name, in: output), try place.status() != nil else {
            return .absent
        }
        guard isDue(file, pruning) else { return .waiting }
        return try place.found().map { Ownership.isOurs($0, file) } == true ? .deleted : .foreign
    }

    private func isDue(_ file: Ledger.File, _ pruning: Pruning) -> Bool {
        switch pruning {
        case .keepAll: false
        case .after(let seconds): now - orphaned(file) >= seconds
        }
    }

    /// Time since when a file is an orphan; not in the future, in case the clock was ahead.
    private func orphaned(_ file: Ledger.File) -> Int { min(file.orphanedSince ?? now, now) }

    private func isSameFile(_ name: String, _ other: String) throws -> Bool {
        guard let status = try FileSystem.status(of: output + "/" + name) else { return false }
        return try FileSystem.status(of: output + "/" + other)?.inode == status.inode
    }

    /// Removes the temporary files of a killed build: all of them in the output, but only this build's own beside an
    /// index elsewhere, since other builds may be at work there.
    func removeTemporaryFiles(in names: Set<String>) throws {
        // Never through a link inside the output.
        for folder in Set(names.map(FileSystem.folder)).union([""]).sorted() {
            try FileSystem.removeTemporaryFiles(in: folder, below: output)
        }
        try FileSystem.removeTemporaryFiles(in: FileSystem.folder(of: indexPath), owner: temporaryOwner)
    }
}
