public import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// Builds the site described by a manifest: variants, index and a clean output directory.
///
/// ```swift
/// let report = try await SiteBuilder(options: BuildOptions(manifest: "images.yml", inProcess: .threads)).build()
/// ```
public struct SiteBuilder: Sendable {
    var options: BuildOptions
    let environment: [String: String]
    let extensions: SiteExtensions
    /// The manifest, unless it is read from the file that the options name.
    let manifest: Manifest?
    /// What builds of a watched site share.
    var pauses: SharedCachePauses?

    /// Creates a builder for a manifest in a file. Reads nothing yet.
    ///
    /// - Parameter extensions: The processors, providers and formats of your own that the manifest may name, and the
    ///   hooks of the loader.
    public init(
        options: BuildOptions, extensions: SiteExtensions = SiteExtensions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.options = options
        self.extensions = extensions
        self.environment = environment
        manifest = nil
    }

    /// Creates a builder for a manifest made in Swift. Checks nothing yet.
    ///
    /// - Parameter options: Options of the build; their `manifest` is not used.
    public init(
        manifest: Manifest, options: BuildOptions = BuildOptions(),
        extensions: SiteExtensions = SiteExtensions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        var options = options
        options.manifest = manifest.path
        self.options = options
        self.extensions = extensions
        self.environment = environment
        self.manifest = manifest
    }

    /// Reads and checks the manifest.
    func site() throws(ManifestMistakes) -> Site {
        try Site(options, environment: environment, manifest: manifest, extensions: extensions)
    }

    /// Makes missing variants, publishes the site, and deletes files that are no longer needed.
    ///
    /// If a source fails and the manifest does not tolerate it, the output directory and the index stay exactly as they
    /// were; finished variants stay in the cache, and the report lists the failures.
    ///
    /// A file in the output directory that Alcedo did not write, or that was changed since, is never overwritten or
    /// deleted. If it is in the way, the build stops before the first write, with the path and advice; if it is no
    /// longer needed, it is left, with a warning. Alcedo repairs its own files if the disk damaged them: a file whose
    /// size, dates and inode number are still those from right after the write, or a file in which every byte is either
    /// the one written there or zero, as after a truncated copy. One of Alcedo's pictures that an optimizer has changed
    /// in place is rewritten, with a warning.
    ///
    /// - Parameter tell: Receives progress events, on any thread.
    /// - Returns: A report; see ``BuildReport/isComplete``.
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`. The output directory is then either unchanged or complete.
    public func build(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> BuildReport
    {
        try await SiteError.filing { try await built(tell) }
    }

    private func built(_ tell: @escaping @Sendable (BuildEvent) -> Void) async throws -> BuildReport {
        let started = ContinuousClock.now
        let run = try BuildRun(self, tell: tell)
        return try await run.ending { try await built(run, since: started, tell) }
    }

    private func built(
        _ run: BuildRun, since started: ContinuousClock.Instant,
        _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        try run.checkSandbox(tell)
        if options.shard != nil {
            var report = try await builtShard(run, tell)
            report.seconds = started.duration(to: .now).inSeconds
            return report
        }
        run.watchOutput()
        let lock = try await OutputLock.take(run.site.output, createsIt: false, tell: tell)
        // With what the publication under way may have left.
        let ledger = Locked(run.loadLedger())
        let known = ledger.withLock { $0 }
        do {
            try run.refuseOutputOfOthers(known.output.manifest)
        } catch let error as FileSystemError {
            throw SiteError.cannotWrite(reason: error.description)
        }
        var report = BuildReport()
        report.index = run.site.indexPath

        var finished = try await run.finishSources(knownBy: known, .make, tell: tell)
        if let sentence = GainMap.sentence(run.gainMaps.withLock { $0 }) {
            tell(.warning(Diagnostic(.warning, sentence)))
        }
        var favicon: FaviconFiles?
        if !options.cacheOnly {
            do {
                favicon = try await run.favicon(of: &finished, tell)
            } catch let error as FileSystemError {
                throw SiteError.cannotWrite(reason: error.description)
            }
        }
        report.count(finished, run.site.manifest)
        var undone: SiteError?
        // The publication needs the memory that the workers took for the last pictures.
        async let rested: Void = run.pipeline.blocking.run { run.pipeline.configuration.engine.rest() }
        var heldLock = lock
        if report.isComplete, !options.cacheOnly {
            try Task.checkCancellation()
            let accessors = AccessorFile(run)
            do {
                try accessors?.check()
                try favicon?.check()
            } catch let error as FileSystemError {
                throw SiteError.cannotWrite(reason: error.description)
            }
            favicon?.announce()
            heldLock = try await OutputLock.take(run.site.output, createsIt: true, holding: lock, tell: tell)
            // Without the lock another build may have published meanwhile.
            if heldLock !== lock || heldLock?.isOfDirectory != true {
                ledger.withLock { $0 = run.loadLedger() }
            }
            do {
                try await publish(&finished, ledger, run: run, report: &report, tell: tell)
            } catch let error as SiteError where error.kind == .unfinished {
                // The results are still valid, so save the ledger before throwing.
                undone = error
            }
            if report.isPublished {
                do {
                    let updated = try favicon?.update { names in
                        let sentence = PublicationPlan.rewritten(names)
                        tell(
                            .warning(Diagnostic(.warning, sentence, at: run.site.manifest.favicon?.location)))
                    }
                    if let warning = favicon?.warningOfElsewhere {
                        tell(.warning(Diagnostic(.warning, warning)))
                    }
                    if let (written, deleted) = updated, written + deleted > 0 {
                        report.filesWritten += written
                        report.filesDeleted += deleted
                        report.wroteNothing = false
                    }
                    if try accessors?.update() == true {
                        report.wroteSwift = true
                        report.wroteNothing = false
                    }
                } catch let error as FileSystemError {
                    undone = undone ?? .unfinished(reason: error.description)
                } catch let error as ImageIndexError {
                    undone = undone ?? .unfinished(reason: error.description)
                } catch let error as SiteError {
                    undone = undone ?? .unfinished(reason: error.description)
                }
            }
        } else if lock == nil {
            // As above.
            ledger.withLock { $0 = run.loadLedger() }
        }
        try await rested
        let remembered = ledger.withLock { [finished] ledger in
            ledger.remember(finished)
            return ledger
        }
        run.save(remembered, after: finished)
        withExtendedLifetime(heldLock) {}
        run.keepFailures(of: report, after: finished)
        await run.finishSending(&report)
        run.tendCache()
        if let refusal = run.cacheRefusal {
            let text = SiteError.cacheCannotWrite(
                refusal.directory, refusal.reason, consequence: ", so nothing was kept in it")
            tell(.warning(Diagnostic(.warning, text)))
        }
        if options.endsProcess { UntilExit.leak([remembered, finished]) }
        if let undone { throw undone }
        report.seconds = started.duration(to: .now).inSeconds
        return report
    }

    private func publish(
        _ finished: inout FinishedSources, _ ledger: Locked<Ledger>, run: BuildRun, report: inout BuildReport,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws {
        do {
            try run.refuseOutputOfOthers(ledger.withLock { $0.output.manifest })
            let result = try await run.publish(
                &finished, .make, &report, ledger: { ledger.withLock { $0 } }, tell: tell
            ) { publication in
                try publication.publish(
                    announce: { output in
                        let journal = LedgerJournal(basis: publication.ledger.basis, output: output)
                        ledger.withLock { $0.apply(journal) }
                        run.announce(journal)
                    }, tell)
            }
            guard let result else { return }
            ledger.withLock { $0 = result.ledger }
            report.add(result)
            if let refusal = result.refusal { throw SitePublisher.RefusedAfterIndex(reason: refusal) }
        } catch let error as SitePublisher.RefusedAfterIndex {
            throw SiteError.unfinished(reason: error.reason.description)
        } catch let error as FileSystemError {
            throw SiteError.cannotWrite(reason: error.description)
        } catch let error as CacheError {
            throw SiteError.cannotWrite(reason: String(describing: error))
        }
    }

    /// Loads the remote sources that are not in the cache, without making variants.
    ///
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`.
    public func fetch(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> BuildReport
    {
        try await SiteError.filing { try await load(.missing, tell) }
    }

    func load(
        _ fetching: BuildRun.Fetching, _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        let started = ContinuousClock.now
        let run = try BuildRun(self, tell: tell)
        return try await run.ending {
            // Fetched originals can only go into the cache.
            try run.checkCache()
            var report = try await run.fetchSources(fetching, tell: tell)
            try run.checkCache()
            await run.finishSending(&report)
            report.seconds = started.duration(to: .now).inSeconds
            return report
        }
    }
}

extension SiteBuilder {
    /// The path of the index that a build writes.
    /// - Throws: `ManifestMistakes`.
    public func indexPath() throws -> String {
        try site().indexPath
    }
}

extension Duration {
    /// Duration in seconds, including the fraction.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
