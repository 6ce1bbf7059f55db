import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest

extension SiteBuilder {
    /// Result of a clean-up.
    public struct CleanResult: Hashable, Sendable {
        /// Number of files deleted, including the index.
        public var deleted = 0
        /// Number of files left because they were changed since.
        public var left = 0
    }

    /// Deletes Alcedo's output: the files named by its ledger or the index, if their bytes match, the index, and
    /// folders that become empty. Files with other bytes are left, each with a warning.
    ///
    /// - Throws: `ManifestMistakes` or `SiteError`.
    public func clean(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> CleanResult
    {
        let run = try BuildRun(self, tell: tell)
        defer { run.end() }
        let lock = try await OutputLock.take(run.site.output, createsIt: false, tell: tell)
        defer { withExtendedLifetime(lock) {} }
        var result = CleanResult()
        var ledger = run.loadLedger()
        let left: [String: Ledger.File]
        let favicon: FaviconFiles
        do {
            favicon = try FaviconFiles(run, [])
            left = try clean(run, ledger.output(), &result, tell)
        } catch let error as FileSystemError {
            throw SiteError.cleanStopped(deleted: result.deleted, reason: error.description)
        }
        do {
            let (deleted, others) = try favicon.remove()
            result.deleted += deleted
            result.left += others.count + favicon.elsewhere.count
            for path in others {
                tell(
                    .warning(
                        Diagnostic(
                            .warning, "\(path) was left, because it was changed since Alcedo wrote it")))
            }
            if let warning = favicon.warningOfElsewhere { tell(.warning(Diagnostic(.warning, warning))) }
            favicon.forget()
        } catch let error as FileSystemError {
            throw SiteError.cleanStopped(deleted: result.deleted, reason: error.description)
        }
        // Without a manifest, so that another one may use the folder. The next build still owns the files that were left.
        ledger.forgetOutput()
        ledger.output.files = left
        do {
            try ledger.save(as: run.ledgerID, in: run.states)
        } catch {
            // The ledger names files that no longer exist, which is harmless.
            run.note(error)
        }
        return result
    }

    /// - Returns: The files that were left because their bytes differ, but that a build would rewrite.
    private func clean(
        _ run: BuildRun, _ record: Ledger.Output, _ result: inout CleanResult, _ tell: (BuildEvent) -> Void
    ) throws -> [String: Ledger.File] {
        let output = run.site.output
        let here = run.site.indexPath
        let formers = run.formerIndexes
        let previous = try PreviousIndex(path: here, output: record, in: formers)
        try run.refuseOutputOfOthers(record.manifest)
        try run.refuseIndexOfAnotherOutput(record)
        if record.manifest == nil, previous.index != nil {
            let found = SourceResolver(run.site.manifest, owned: run.site.ownedFolders).resolve()
            try Task.checkCancellation()
            let ids = found.sources.map(\.id) + found.failures.map(\.id)
            try run.refuseIndexOfOthers(previous, record, ids: ids)
        }
        let owned = record.files(with: previous.ownedFiles(below: output))
        // The index first, so that no index names a deleted file.
        if previous.index != nil, previous.path == here {
            if try FileSystem.removeFile(at: here) { result.deleted += 1 }
        } else if record.hasIndex(at: here), let status = try FileSystem.status(of: here) {
            // An index that does not parse may still be one of Alcedo's, with an error in it.
            if status.kind == .regular, Ownership.isIndex(try FileSystem.read(here), isRecorded: true) {
                if try FileSystem.removeFile(at: here) { result.deleted += 1 }
            } else {
                result.left += 1
                tell(.warning(Diagnostic(.warning, "\(here) was left, because it is not an Alcedo index")))
            }
        }
        for former in record.indexes(elsewhereThan: here) {
            switch try formers.remove(former) {
            case .deleted: result.deleted += 1
            case .foreign:
                result.left += 1
                tell(
                    .warning(
                        Diagnostic(
                            .warning, "\(former.path) was left, because it was changed since Alcedo wrote it")
                    ))
            case .elsewhere:
                result.left += 1
                tell(
                    .warning(
                        Diagnostic(
                            .warning,
                            "\(former.path) was left, because it is neither in the output nor beside the manifest"
                        )
                    ))
            case .absent, .waiting: break
            }
        }
        var left: [String: Ledger.File] = [:]
        for (name, file) in owned.sorted(by: { $0.key < $1.key }) {
            let path = output + "/" + name
            guard let status = try FileSystem.status(of: path) else { continue }
            switch try OwnFile(name, in: output)?.remove(if: { Ownership.isOurs($0, file) }) {
            case .deleted?: result.deleted += 1
            case .absent?: break
            case .foreign?, nil:
                result.left += 1
                if try Ownership.isRepairable(path, status: status, file: file, below: output) {
                    left[name] = file
                }
                let reason =
                    file.isFound ? "it was there before Alcedo" : "it was changed since Alcedo wrote it"
                tell(.warning(Diagnostic(.warning, "\(path) was left, because \(reason)")))
            }
        }
        // Also those whose files a killed clean-up has deleted.
        Ownership.removeEmptyFolders(of: owned.keys, below: output)
        _ = Ownership.removeFolder(output)
        return left
    }
}
