import AlcedoBase
import AlcedoCache
import AlcedoManifest
import AlcedoRecipes

extension SiteBuilder {
    /// Determines what each of several shards would make, without making it.
    ///
    /// Like ``plan(_:)`` it writes nothing, uses no network and decodes no source. Only the cache counts, which is where
    /// shards leave what they make.
    ///
    /// - Parameter count: The number of shards, from 1 to ``BuildOptions/Shard/maxCount``.
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`.
    package func plan(
        shards count: Int, _ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws -> ShardPlan {
        var builder = self
        builder.options.offline = true
        builder.options.forceRefresh = false
        builder.options.ignoresCache = false
        builder.options.cacheOnly = true
        builder.options.shard = nil
        let run = try BuildRun(builder, readsOnly: true, tell: tell)
        return try await SiteError.filing {
            let (resolution, isSelected) = try run.resolveSources(tell: { _ in })
            let sources = resolution.sources.filter { isSelected($0.id) }
            let failed = resolution.failures.filter { isSelected($0.id) }
            let basis = try PlanBasis(run, run.loadLedger())
            let divided = try ShardSources(
                sources, failed: failed, among: count, basis.plans, divides: run.dividesSources)
            let finished = try await run.finishSources(knownBy: basis.ledger, .look(basis), tell: tell)
            var report = BuildReport()
            report.count(finished, run.site.manifest)
            return ShardPlan(
                divided, sources: sources, failed: failed.count, outputs: finished.outputs,
                failures: report.failures)
        }
    }
}

extension ShardPlan {
    fileprivate init(
        _ divided: ShardSources, sources all: [ResolvedSource], failed: Int,
        outputs: [String: [PlannedOutput]],
        failures: [BuildFailure]
    ) {
        self.init()
        let count = divided.loads.count
        let total = divided.loads.reduce(0, +)
        shards = (1...count).compactMap { number in
            BuildOptions.Shard(number, of: count).map { shard in
                Part(shard: shard, share: total > 0 ? divided.loads[number - 1] / total : 0)
            }
        }
        for (place, source) in all.enumerated() {
            for shard in divided.shards(of: place) {
                switch divided.part(of: place, in: shard) {
                case nil: break
                case .whole: shards[shard].sources += 1
                case .outputs: shards[shard].parts += 1
                }
            }
            for output in outputs[source.id] ?? [] {
                let shard = divided.shard(of: place, making: output.id)
                if output.variant != nil {
                    shards[shard].outputs += 1
                    if output.action == .make { shards[shard].missing += 1 }
                } else if output.action == .make {
                    shards[shard].placeholders += 1
                }
                if output.action == .load { shards[shard].loads += 1 }
            }
        }
        sources = all.count + failed
        unevenness = divided.unevenness
        self.failures = failures
    }
}
