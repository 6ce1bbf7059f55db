import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// What one shard makes of a manifest.
    struct ShardShare {
        var sources: [ResolvedSource]
        var failed: [FailedSource]
        /// The parts of sources that are divided, by the order of the source.
        var parts: [Int: OutputPart] = [:]
        var size: BuildReport.Share
    }

    /// Returns the sources that a shard makes, among those selected.
    func share(
        of shard: BuildOptions.Shard, among sources: [ResolvedSource], failed: [FailedSource],
        _ plans: PlanCache
    ) throws -> ShardShare {
        let divided = try ShardSources(
            sources, failed: failed, among: shard.count, plans, divides: dividesSources)
        var share = ShardShare(
            sources: [], failed: divided.failed(in: shard.number - 1),
            size: BuildReport.Share(shard: shard, ofSources: sources.count + failed.count))
        for (place, source) in sources.enumerated() {
            switch divided.part(of: place, in: shard.number - 1) {
            case nil: continue
            case .whole: share.size.sources += 1
            case .outputs(let part):
                share.size.parts += 1
                share.parts[source.order] = part
            }
            share.sources.append(source)
        }
        share.size.sources += share.failed.count
        return share
    }

    /// Whether several shards may make one source. An entry of a shared cache has all outputs of its source, so that a build asks
    /// once for each.
    var dividesSources: Bool { site.manifest.remoteCache == nil }

    /// Warns of sources that have no pin: shards that load them at different times may see different pictures.
    func warnOfUnpinned(_ sources: [ResolvedSource], _ tell: (BuildEvent) -> Void) {
        let unpinned = sources.filter { source in
            guard let remote = source.remote, remote.pin else { return false }
            return lock.pin(for: remote, at: source.order) == nil
        }
        guard let first = unpinned.first else { return }
        let more = unpinned.count > 1 ? " and \(Figures.grouped(unpinned.count - 1)) more" : ""
        tell(
            .warning(
                Diagnostic(
                    .warning,
                    "\(first.id)\(more): \(lock.shown) has no pin, and a shard does not write it; run 'alcedo fetch' "
                        + "before the shards, so that all of them see the same pictures", at: first.place)))
    }
}
