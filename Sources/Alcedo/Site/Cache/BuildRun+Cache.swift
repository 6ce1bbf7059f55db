import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension BuildRun {
    /// Waits for what is not sent to the shared cache yet, for a limited time, and counts.
    func finishSending(_ report: inout BuildReport) async {
        guard let shared = pipeline.configuration.shared else { return }
        // A shard that has not sent everything fails with the reason.
        await shared.finish(reportsRest: options.shard == nil)
        report.remoteCache = BuildReport.RemoteCache(shared.use)
    }

    /// Ends the use of the cache, records its statistics, and trims it if due: at most once a day, after a build that
    /// stored something, if the manifest sets a limit.
    func tendCache() {
        let hasWorked = states.hasAnnouncedUse
        let statistics = states.statistics
        states.endUse()
        guard hasWorked, remembers, pipeline.configuration.disk === states else { return }
        do {
            let now = Date()
            var history = CacheHistory(from: states)
            history.note(statistics, at: now)
            let limits = site.manifest.cacheLimits
            if statistics.stored > 0, !limits.isUnlimited, history.isTrimmingDue(at: now) {
                // If other builds are at work, skip the trimming until another day.
                let trimming = try states.trim(limits, patience: 2, keeping: CacheRoots.digests(in:))
                if !trimming.gaveUp { history.note(trimming, at: now) }
            }
            try history.save(in: states)
        } catch {
            note(error)
        }
    }
}
