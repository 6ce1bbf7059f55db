import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

extension SiteBuilder {
    /// Determines what ``build(_:)`` would do and why, without doing it.
    ///
    /// Writes nothing, neither output nor cache; uses no network; decodes no source. Sources whose dates have changed
    /// are read and hashed. For a source that was never built, the header gives the size of its pictures, and a picture
    /// with an alpha channel counts as transparent. A remote source that is not in the cache is only listed as to be
    /// loaded.
    ///
    /// - Parameter tell: Receives warnings and failures, on any thread.
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`: what a build would throw before its first write.
    public func plan(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> SitePlan {
        var builder = self
        builder.options.offline = true
        builder.options.forceRefresh = false
        builder.options.ignoresCache = false
        let run = try BuildRun(builder, readsOnly: true, tell: tell)
        let ledger = run.loadLedger()
        do {
            try run.refuseOutputOfOthers(ledger.output.manifest)
            let basis = try PlanBasis(run, ledger)
            var finished = try await run.finishSources(knownBy: ledger, .look(basis), tell: tell)
            var report = BuildReport()
            report.count(finished, run.site.manifest)
            let favicon = try await run.favicon(onlyFromCache: true, tell)
            switch favicon {
            case .files(let files): finished.favicon = files.entry
            case .failed(let failure):
                finished.failures.append(failure)
                tell(.failed(failure))
                report.count(finished, run.site.manifest)
            case .unknown: break
            }
            let preview = try await run.publish(
                &finished, .look(basis), &report, ledger: { ledger }, tell: tell
            ) { publication in
                try publication.preview(tell)
            }
            return try PlanSummary(
                run: run, finished: finished, basis: basis, report: report, preview: preview, favicon: favicon
            )
            .plan(tell)
        } catch let error as FileSystemError {
            throw SiteError.cannotWrite(reason: error.description)
        }
    }
}
