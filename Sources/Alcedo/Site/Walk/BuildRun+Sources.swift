import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes
import AlcedoWorkers

extension BuildRun {
    /// Finishes every selected source: reuses results that are still valid, and makes the rest or looks at it.
    ///
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`. Failed sources are in the result.
    func finishSources(
        knownBy ledger: Ledger, _ effort: Walk.Effort, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> FinishedSources {
        let (resolution, isSelected) = try resolveSources(tell: tell)
        // Without a selection, share the list: a copy of ten thousand sources takes 4 MB.
        var sources =
            !options.isSelection ? resolution.sources : resolution.sources.filter { isSelected($0.id) }
        try lock.requirePins(of: sources)
        var finished = FinishedSources()
        let plans = PlanCache(manifest: site.manifest)
        finished.isSelection = options.isSelection
        finished.order = resolution.idsInOrder
        var failed = resolution.failures.filter { isSelected($0.id) }
        var parts: [Int: OutputPart] = [:]
        if let shard = options.shard {
            let share = try share(of: shard, among: sources, failed: failed, plans)
            (sources, failed, parts) = (share.sources, share.failed, share.parts)
            finished.share = share.size
            warnOfUnpinned(sources, tell)
        }
        for source in resolution.sources where finished.isSelection && !isSelected(source.id) {
            finished.unselected[source.id] = source
        }
        tell(.started(sources: sources.count + Set(failed.map(\.order)).count))

        var results = results(of: failed, among: resolution)
        var walk = Walk(effort: effort, ledger: ledger, plans: plans, parts: parts, tell: tell)
        try takeOver(sources, from: ledger, walk.plans, into: &results)
        let open = sources.indices.filter { results[sources[$0].order] == nil }
        if remembers, open.contains(where: { sources[$0].file != nil }) {
            walk.guardian = TimestampGuard(cache: states)
        }
        sourceDigests.expect(open.lazy.map { sources[$0] })
        let makes = walk.basis == nil
        if makes { pipeline.configuration.engine.prepare(for: open.count) }
        // Memory used to find the open sources is not needed while they are made.
        if open.count > 1000 { Machine.returnMemory() }
        let schedule = SourceSchedule(
            sources, at: open, knownBy: ledger, walk.plans, jobs: pipeline.configuration.jobs,
            transfers: site.manifest.network.total,
            lookups: pipeline.configuration.shared == nil ? 0 : SharedCache.maxRequests)
        try await withThrowingTaskGroup(of: (Int, Int, SourceResult).self) { [walk, sources] group in
            var lanes = schedule.lanes.map { $0.entries.makeIterator() }
            func addOne(to lane: Int) {
                guard let next = lanes[lane].next() else { return }
                let source = sources[next.place]
                group.addTask {
                    let result = try await self.finish(source, walk, expecting: next.expected)
                    return (lane, next.place, result)
                }
            }
            for (lane, width) in schedule.lanes.map(\.width).enumerated() {
                for _ in 0..<width { addOne(to: lane) }
            }
            while let (lane, place, made) = try await group.next() {
                var result = made
                if parts[sources[place].order]?.isFirst == false {
                    result.failures.removeAll(where: OutputPart.isReportedByFirst)
                }
                result.item?.share(sources, at: place)
                results[sources[place].order] = result
                for failure in result.failures where makes { tell(.failed(failure)) }
                if makes, let item = result.item {
                    let counts = item.outputs.map(FileTally.counts(of:))
                    tell(
                        .source(
                            id: item.source.id, origin: item.origin,
                            files: counts?.files ?? item.record.fileCount, made: counts?.made ?? 0))
                }
                addOne(to: lane)
            }
        }
        if makes, open.count > 1000 {
            // The publication needs the memory that the last pictures took.
            try await pipeline.blocking.run { self.pipeline.configuration.engine.rest() }
        }
        if let shortage = (pipeline.configuration.engine as? WorkerEngine)?.reducedBy {
            tell(.warning(Diagnostic(.warning, "fewer pictures are processed at a time: \(shortage.advice)")))
        }
        // A plan reports failures in the manifest's order.
        for order in makes ? Set(failed.map(\.order)).sorted() : Array(results.indices) {
            for failure in results[order]?.failures ?? [] { tell(.failed(failure)) }
        }
        for failure in conflicts(among: resolution.sources) {
            results[failure.order] = SourceResult(failures: [failure.failure])
            tell(.failed(failure.failure))
        }
        collect(results, into: &finished, resolution: resolution, ledger, tell)
        if makes, options.shard == nil {
            try await saveLock(after: resolution, isSelection: finished.isSelection, tell)
        }
        return finished
    }

    /// Writes new pins, and drops pins that the manifest no longer names, if all sources are known.
    func saveLock(
        after resolution: SourceResolution, isSelection: Bool, _ tell: (BuildEvent) -> Void
    ) async throws {
        var names: Set<LockName>?
        if !isSelection, resolution.failures.isEmpty {
            names = Set(
                resolution.sources.compactMap { source in
                    guard let remote = source.remote, remote.pin else { return nil }
                    return remote.pinName
                })
        }
        let change = try await pipeline.blocking.run { [lock, names] in try lock.save(keeping: names) }
        if let change { tell(.locked(change)) }
    }

    /// Returns a failure for each source whose line in the lock file belongs to a different picture. Called after all
    /// sources are loaded, so that the result does not depend on which came first.
    func conflicts(among sources: [ResolvedSource]) -> [(order: Int, failure: BuildFailure)] {
        let conflicts = lock.conflicts
        if conflicts.isEmpty { return [] }
        let byOrder = Dictionary(
            sources.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        return conflicts.compactMap { conflict in
            guard let source = byOrder[conflict.order], let first = byOrder[conflict.firstOrder]
            else { return nil }
            let reason =
                "\(lock.shown) has one line for it and for \(first.id), but they are not the same picture: "
                + "\(conflict.firstPin) there, \(conflict.pin) here; give it a 'cache-key' of its own"
            return (
                conflict.order,
                BuildFailure(
                    .lockConflict, location: source.place, source: source.id, reason: reason,
                    isTolerated: source.onError != .fail)
            )
        }
    }

    /// Returns the request for the loader.
    func resource(for remote: RemoteSource) throws -> RemoteResource {
        var resource = try remote.resource
        // Sources with different requests share this cache key, so it must not identify them.
        if lock.isShared(remote) { resource.cacheKey = nil }
        return resource
    }

    func resolveSources(
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws -> (SourceResolution, isSelected: (String) -> Bool) {
        let resolution = SourceResolver(site.manifest, owned: site.ownedFolders).resolve()
        try Task.checkCancellation()
        if resolution.diagnostics.contains(where: { $0.severity == .error }) {
            throw ManifestMistakes(diagnostics: resolution.diagnostics)
        }
        for diagnostic in resolution.diagnostics { tell(.warning(diagnostic)) }
        lock.take(resolution.sources)
        if !options.onlyFiles.isEmpty {
            let files = options.onlyFiles
            let ids = Set(
                resolution.sources.lazy.filter { $0.file.map(files.contains) ?? false }.map(\.id))
            if ids.isEmpty { throw SiteError.selection("no source is one of the files") }
            return (resolution, ids.contains)
        }
        if options.only.isEmpty { return (resolution, { _ in true }) }
        var patterns: [GlobPattern] = []
        for text in options.only {
            do {
                patterns.append(try GlobPattern(text))
            } catch {
                throw SiteError.selection("'\(text)': \(error)")
            }
        }
        let ids = resolution.idsInOrder
        for pattern in patterns where !ids.contains(where: { pattern.matches($0, includingHidden: true) }) {
            throw SiteError.selection("'\(pattern)' matches no id; 'alcedo build --verbose' lists them")
        }
        return (resolution, { id in patterns.contains { $0.matches(id, includingHidden: true) } })
    }

    /// Returns the results by order, of which only those of sources that could not be resolved are known.
    private func results(of failed: [FailedSource], among resolution: SourceResolution) -> [SourceResult?] {
        var results = [SourceResult?](repeating: nil, count: resolution.count)
        for failure in failed {
            var result = results[failure.order] ?? SourceResult()
            result.failures.append(
                BuildFailure(
                    .unresolved, location: failure.row ?? failure.location, source: failure.id,
                    reason: failure.reason, isTolerated: failure.onError != .fail))
            results[failure.order] = result
        }
        return results
    }

    /// Collects the results to publish, following each source's `on-error` policy.
    private func collect(
        _ results: [SourceResult?], into finished: inout FinishedSources, resolution: SourceResolution,
        _ ledger: Ledger, _ tell: (BuildEvent) -> Void
    ) {
        let rules = KeepingRules(site.manifest)
        lazy var sources = Dictionary(
            resolution.sources.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        lazy var failed = Dictionary(
            resolution.failures.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        finished.items.reserveCapacity(results.count)
        for case (let order, let result?) in results.enumerated() {
            if let file = result.file { finished.files[file.path] = file.known }
            finished.failures += result.failures
            if let item = result.item,
                !item.isIncomplete || item.source.onError != .keep || ledger.result(of: item.source.id) == nil
            {
                finished.note(result.outputs)
                finished.items.append(item)
                continue
            }
            // Otherwise what there was is kept.
            if result.item == nil { finished.note(result.outputs) }
            guard let id = sources[order]?.id ?? failed[order]?.id,
                (sources[order]?.onError ?? failed[order]?.onError) == .keep
            else { continue }
            // Without its parameters, the files of a result have to say themselves what they have.
            if let source = sources[order], let previous = ledger.result(of: id), previous.recipe != nil {
                if let objection = rules.objection(to: previous, of: source) {
                    leaveOut(id, "its former files are not kept: \(objection)", tell)
                    continue
                }
                finished.items.append(
                    FinishedSources.Item(source: source, record: previous, origin: .stale, isStale: true))
            } else {
                finished.keptFromIndex.append(id)
                finished.keptSources[id] = sources[order]
            }
        }
    }
}
