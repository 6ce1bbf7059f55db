import AlcedoBase
import AlcedoCache
import AlcedoManifest
import AlcedoRecipes

extension SiteBuilder {
    /// Makes one shard's part of what is missing, for the cache only.
    ///
    /// Output, index, lock file and ledger stay as they are, and the cache is not trimmed: other shards may be at work.
    func builtShard(_ run: BuildRun, _ tell: @escaping @Sendable (BuildEvent) -> Void) async throws
        -> BuildReport
    {
        // There is no other place for a part.
        try run.checkCache()
        let shared = run.pipeline.configuration.shared
        if let shared, run.site.manifest.remoteCache?.mode == .read {
            tell(
                .warning(
                    Diagnostic(
                        .warning,
                        "this shard only reads the shared cache \(shared.name), so what it makes stays on its own disk; set "
                            + "ALCEDO_REMOTE_CACHE_MODE=read-write to send it")))
        }
        var report = BuildReport()
        report.index = run.site.indexPath
        let finished = try await run.finishSources(knownBy: run.loadLedger(), .make, tell: tell)
        // Engines that run shards count the CPU time of processes that have been waited for.
        try await run.pipeline.blocking.run { run.pipeline.configuration.engine.rest() }
        report.count(finished, run.site.manifest)
        report.share = finished.share
        report.wroteNothing = report.makesNothing && report.failures.isEmpty
        run.rememberEngine(after: finished)
        await run.finishSending(&report)
        try run.checkCache()
        // The build that assembles the site would make it all again.
        if let shared, shared.use.notSent > 0 {
            throw SiteError.notSent(
                cache: shared.name, count: shared.use.notSent, reason: shared.reasonNotToSend)
        }
        if let settings = run.site.manifest.remoteCache, settings.mode == .readWrite, !run.options.offline,
            shared?.isWritten != true, !finished.items.isEmpty
        {
            // A warning has said why.
            throw SiteError.notSent(cache: settings.address, count: finished.items.count, reason: nil)
        }
        return report
    }
}
