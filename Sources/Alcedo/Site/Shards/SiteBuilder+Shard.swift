import AlcedoBase
import AlcedoImaging
import AlcedoManifest

extension SiteBuilder {
    /// Makes one shard's part of what is missing, for the cache only.
    ///
    /// Output, index, lock file and ledger stay as they are, and the cache is not trimmed: other shards may be at work.
    func builtShard(_ run: BuildRun, _ tell: @escaping @Sendable (BuildEvent) -> Void) async throws
        -> BuildReport
    {
        // There is no other place for a part.
        try run.checkCache()
        var report = BuildReport()
        report.index = run.site.indexPath
        let finished = try await run.finishSources(knownBy: run.loadLedger(), .make, tell: tell)
        // Engines that run shards count the CPU time of processes that have been waited for.
        try await run.pipeline.blocking.run { run.pipeline.configuration.engine.rest() }
        report.count(finished)
        report.share = finished.share
        report.wroteNothing = report.made == 0 && report.failures.isEmpty
        run.rememberEngine(after: finished)
        await run.finishSending(&report)
        try run.checkCache()
        return report
    }
}
