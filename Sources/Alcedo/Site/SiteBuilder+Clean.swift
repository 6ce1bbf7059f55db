import AlcedoBase
import AlcedoCache
import AlcedoIndex
import Foundation

extension SiteBuilder {
    /// What a clean-up did.
    public struct CleanResult: Hashable, Sendable {
        /// Files deleted, the index among them.
        public var deleted = 0
        /// Files left because somebody else changed them since.
        public var left = 0
    }

    /// A clean-up that the disk stopped.
    public struct CleanStopped: Error, Hashable, Sendable, CustomStringConvertible {
        /// Files deleted before that.
        public var deleted: Int
        /// What was refused, and why.
        public var reason: String

        /// `stopped after 3 deleted files: cannot delete …: Permission denied; the next 'alcedo clean' goes on`
        public var description: String {
            "stopped after \(deleted) deleted \(deleted == 1 ? "file" : "files"): \(reason); "
                + "once that is put right, 'alcedo clean' goes on"
        }
    }

    /// Deletes the outputs that Alcedo owns: the files that its record or the index names, as long as their bytes
    /// are those named there, the index, and folders that become empty. Files with other bytes stay, and a warning
    /// names each.
    ///
    /// - Throws: ``ManifestMistakes``, ``SiteError``, or ``CleanStopped``.
    public func clean(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> CleanResult
    {
        let run = try BuildRun(options, environment: environment, tell: tell)
        defer { run.end() }
        let lock = try await OutputLock.take(run.site.output, createsIt: false, tell: tell)
        defer { withExtendedLifetime(lock) {} }
        var result = CleanResult()
        let left: [String: OutputRecord.File]
        do {
            left = try clean(run, &result, tell)
        } catch let error as FileSystemError {
            throw CleanStopped(deleted: result.deleted, reason: error.description)
        }
        do {
            let name = OutputRecord.name(forOutput: run.site.output)
            if left.isEmpty {
                try run.states.removeState(named: name)
            } else {
                // Without a manifest, so that the folder is free for others. The next build knows these files all the same.
                var record = OutputRecord()
                record.files = left
                try run.states.storeState(record.data, named: name)
            }
            try run.states.removeState(named: OutputChanges.name(forRecord: name))
        } catch {
            // It names files that are not there any more, which harms nobody.
            run.note(error)
        }
        return result
    }

    /// - Returns: The files that were left because their bytes are not those that Alcedo wrote, and that a build would
    ///   write again all the same.
    private func clean(
        _ run: BuildRun, _ result: inout CleanResult, _ tell: (BuildEvent) -> Void
    ) throws -> [String: OutputRecord.File] {
        let output = run.site.output
        let record = run.loadRecord().record
        let here = run.site.indexPath
        let previous = PreviousIndex(path: here, record: record)
        try run.refuseOutputOfOthers(record.manifest)
        try run.refuseIndexOfAnotherOutput(record)
        if record.manifest == nil, previous.index != nil {
            let found = SourceResolver(run.site.manifest, owned: run.site.ownedFolders).resolve()
            let ids = found.sources.map(\.id) + found.failures.map(\.id)
            try run.refuseIndexOfOthers(previous, record, ids: ids)
        }
        let owned = record.files(with: previous.files)
        // The index first: from then on nothing names a file that may be gone.
        if previous.index != nil, previous.path == here {
            if try FileSystem.removeFile(at: here) { result.deleted += 1 }
        } else if record.hasIndex(at: here), let status = try FileSystem.status(of: here) {
            // What cannot be read as an index may still be one of Alcedo's, with a mistake in it.
            if status.kind == .regular, Ownership.isIndex(try FileSystem.read(here), isRecorded: true) {
                if try FileSystem.removeFile(at: here) { result.deleted += 1 }
            } else {
                result.left += 1
                tell(.warning(Diagnostic(.warning, "\(here) was left, because it is no index of Alcedo's")))
            }
        }
        for former in record.indexes(elsewhereThan: here) {
            switch try SitePublisher.removeIndex(former) {
            case .deleted: result.deleted += 1
            case .foreign:
                result.left += 1
                tell(.warning(Diagnostic(.warning, "\(former.path) was left, because somebody changed it")))
            case .absent, .waiting: break
            }
        }
        var left: [String: OutputRecord.File] = [:]
        for (name, file) in owned.sorted(by: { $0.key < $1.key }) {
            let path = output + "/" + name
            guard let status = try FileSystem.status(of: path) else { continue }
            guard try Ownership.isOurs(path, status: status, file: file, below: output) else {
                result.left += 1
                if try Ownership.isRepairable(path, status: status, file: file, below: output) {
                    left[name] = file
                }
                let reason = file.isFound ? "it was there before Alcedo" : "somebody changed it"
                tell(.warning(Diagnostic(.warning, "\(path) was left, because \(reason)")))
                continue
            }
            try FileSystem.removeFile(at: path)
            Ownership.removeEmptyFolders(from: name, below: output)
            result.deleted += 1
        }
        _ = Ownership.removeFolder(output)
        return left
    }
}
