import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import AlcedoManifest
import Foundation

extension BuildRun {
    /// Finishes every selected source: reuses results that are still valid, and makes the rest.
    ///
    /// - Parameter record: Record of the last publication.
    /// - Throws: ``ManifestMistakes``, ``SelectionError``, or `CancellationError`. Failed sources are in the result.
    func finishSources(
        knownBy state: BuildState, _ record: OutputRecordFile, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> FinishedSources {
        let (resolution, isSelected) = try resolveSources(tell: tell)
        // Without a selection, share the list: a copy of ten thousand sources takes 4 MB.
        let sources =
            options.only.isEmpty ? resolution.sources : resolution.sources.filter { isSelected($0.id) }
        try lock.requirePins(of: sources)
        var finished = FinishedSources()
        finished.isSelection = !options.only.isEmpty
        finished.order = resolution.idsInOrder
        let failed = resolution.failures.filter { isSelected($0.id) }
        for source in resolution.sources where finished.isSelection && !isSelected(source.id) {
            finished.unselected[source.id] = source
        }
        tell(.started(sources: sources.count + Set(failed.map(\.order)).count))

        var results = SourceResults(sources, count: resolution.count)
        for failure in failed {
            results[failure.order, default: SourceResult()].failures.append(
                BuildFailure(
                    location: failure.row ?? failure.location, source: failure.id, phase: .provider,
                    reason: failure.reason, isTolerated: failure.onError != .fail))
        }
        let plans = PlanCache(manifest: site.manifest)
        try takeOver(sources, from: state, plans, into: &results)
        let open = sources.indices.filter { !results.has(sources[$0].order) }
        let guardian =
            remembers && open.contains(where: { sources[$0].file != nil })
            ? TimestampGuard(cache: states) : nil
        filesRead.expect(open.lazy.map { sources[$0] })
        pipeline.configuration.engine.prepare(for: open.count)
        // Memory used to find the open sources is not needed while they are made.
        if open.count > 1000 { Machine.returnMemory() }
        let schedule = SourceSchedule(
            sources, at: open, knownBy: state, plans, jobs: pipeline.configuration.jobs,
            transfers: site.manifest.network.total)
        let taken = foresees(open: open.count) ? results : nil
        async let search = foreseeKept(taken: taken, record, open: open.count)
        try await withThrowingTaskGroup(of: (Int, Int, SourceResult).self) { group in
            var lanes = schedule.lanes.map { $0.entries.makeIterator() }
            func addOne(to lane: Int) {
                guard let next = lanes[lane].next() else { return }
                let source = sources[next.place]
                group.addTask {
                    let result = try await self.finish(
                        source, knownBy: state, plans, guardian, expecting: next.expected, tell)
                    return (lane, source.order, result)
                }
            }
            for (lane, width) in schedule.lanes.map(\.width).enumerated() {
                for _ in 0..<width { addOne(to: lane) }
            }
            while let (lane, order, result) = try await group.next() {
                results[order] = result
                for failure in result.failures { tell(.failed(failure)) }
                if let item = result.item, result.failures.isEmpty {
                    tell(
                        .source(
                            id: item.source.id, origin: item.origin,
                            variants: item.outcome.fileCount, made: item.made))
                }
                addOne(to: lane)
            }
        }
        if open.count > 1000 {
            // The publication needs the memory that the last pictures took.
            try await pipeline.blocking.run { self.pipeline.configuration.engine.rest() }
        }
        if let search = try await search {
            finished.foreseen = try await whereReadable { try KeptEntries(search) }
        }
        for order in Set(failed.map(\.order)).sorted() {
            for failure in results[order]?.failures ?? [] { tell(.failed(failure)) }
        }
        for failure in conflicts(among: resolution.sources) {
            results[failure.order] = SourceResult(failures: [failure.failure])
            tell(.failed(failure.failure))
        }
        collect(results, into: &finished, resolution: resolution, state: state, plans, tell)
        try await saveLock(after: resolution, isSelection: finished.isSelection, tell)
        return finished
    }

    /// Whether to search for reusable index entries while the open sources are made.
    private func foresees(open: Int) -> Bool {
        open > 0 && open <= pipeline.configuration.jobs * 2 && options.only.isEmpty
            && !FaultInjection.isArmed
    }

    /// Searches for the entries that the publication can keep, while the last few pictures are made.
    ///
    /// With many open pictures this is left to the publication, because files may change meanwhile. Each open picture
    /// gets a core of its own, since it takes longer than the search.
    private func foreseeKept(
        taken: SourceResults?, _ record: OutputRecordFile, open: Int
    ) async throws -> KeptEntries.Search? {
        guard let taken else { return nil }
        return try await whereReadable { [site] in
            try KeptEntries.Search(
                of: taken.items, manifest: site.manifest, record: record, output: site.output,
                indexPath: site.indexPath, threads: max(1, Machine.cores - open))
        }
    }

    /// Returns the result of `body`, or `nil` on a file system error, which the publication will report.
    private func whereReadable<Found: Sendable>(
        _ body: @escaping @Sendable () throws -> Found?
    ) async throws -> Found? {
        try await pipeline.blocking.run {
            do {
                return try body()
            } catch is FileSystemError {
                return nil
            }
        }
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
        lock.conflicts.compactMap { conflict in
            guard let source = sources.first(where: { $0.order == conflict.order }),
                let first = sources.first(where: { $0.order == conflict.firstOrder })
            else { return nil }
            let reason =
                "\(lock.shown) has one line for it and for \(first.id), but they are not the same picture: "
                + "\(conflict.firstPin) there, \(conflict.pin) here; give it a 'cache-key' of its own"
            return (
                conflict.order,
                BuildFailure(
                    location: source.place, source: source.id, phase: .loader, reason: reason,
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
        if resolution.diagnostics.contains(where: { $0.severity == .error }) {
            throw ManifestMistakes(diagnostics: resolution.diagnostics)
        }
        for diagnostic in resolution.diagnostics { tell(.warning(diagnostic)) }
        lock.take(resolution.sources)
        if options.only.isEmpty { return (resolution, { _ in true }) }
        var patterns: [GlobPattern] = []
        for text in options.only {
            do {
                patterns.append(try GlobPattern(text))
            } catch {
                throw SelectionError(description: "'\(text)': \(error)")
            }
        }
        let ids = resolution.idsInOrder
        for pattern in patterns where !ids.contains(where: { pattern.matches($0, includingHidden: true) }) {
            throw SelectionError(
                description: "'\(pattern)' matches no id; 'alcedo build --verbose' lists them")
        }
        return (resolution, { id in patterns.contains { $0.matches(id, includingHidden: true) } })
    }

    /// Collects the results to publish, following each source's `on-error` policy.
    func collect(
        _ results: SourceResults, into finished: inout FinishedSources, resolution: SourceResolution,
        state: BuildState, _ plans: PlanCache, _ tell: (BuildEvent) -> Void
    ) {
        lazy var sources = Dictionary(
            resolution.sources.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        lazy var failed = Dictionary(
            resolution.failures.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        finished.items.reserveCapacity(results.count)
        for (order, result) in results.inOrder {
            if let file = result.file { finished.files[file.path] = file.known }
            finished.failures += result.failures
            if let item = result.item {
                finished.items.append(item)
                continue
            }
            guard let id = sources[order]?.id ?? failed[order]?.id,
                (sources[order]?.onError ?? failed[order]?.onError) == .keep
            else { continue }
            if let source = sources[order], let previous = state.sources[id] {
                finished.items.append(
                    FinishedSources.Item(
                        source: source, fingerprint: previous.fingerprint, outcome: previous.outcome,
                        origin: .stale, isStale: true))
            } else {
                finished.keptFromIndex.append(id)
            }
        }
    }
}
