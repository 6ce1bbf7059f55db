import AlcedoBase
import AlcedoManifest

extension BuildRun {
    /// Publishes the finished sources, or finds out what a publication would do. Remakes sources whose files turn out
    /// to be lost, and leaves out those whose names collide, until it succeeds.
    ///
    /// - Parameters:
    ///   - latest: Returns the ledger, with what earlier attempts may have left.
    ///   - body: Called off the cooperative thread pool.
    /// - Returns: `nil` if a source failed that the manifest does not tolerate.
    func publish<Value: Sendable>(
        _ finished: inout FinishedSources, _ effort: Walk.Effort, _ report: inout BuildReport,
        ledger latest: @Sendable () -> Ledger, tell: @escaping @Sendable (BuildEvent) -> Void,
        _ body: @escaping @Sendable (SitePublication) throws -> Value
    ) async throws -> Value? {
        var losses = 0
        var hold: FileLock?
        defer { withExtendedLifetime(hold) {} }
        while report.isComplete {
            try Task.checkCancellation()
            let ledger = latest()
            do {
                return try await pipeline.blocking.run { [finished] in
                    try body(SitePublication(run: self, finished: finished, ledger: ledger))
                }
            } catch let lost as SitePublisher.LostFromCache {
                // Remake files that the cache has lost. It may have been cleared, which the hold prevents from now on; a
                // third loss means a failing disk.
                losses += 1
                report.filesWritten += lost.written
                if hold == nil, case .make = effort { hold = holdOffClearing() }
                if let file = lost.files.first, losses > 2 {
                    throw SiteError.cannotWrite(
                        reason: "'\(file.name)' of \(file.source) is missing and the cache does not have it; "
                            + "build it again, without --only or with --force-refresh")
                }
                try await finishAgain(&finished, missing: Set(lost.files.map(\.digest)), effort, ledger, tell)
            } catch let unusable as SitePublication.UnusableResults {
                losses += 1
                if losses > 2 { throw unusable.reason }
                try await finishAgain(&finished, unusable: unusable.ids, effort, ledger, tell)
            } catch let collisions as SitePublication.NameCollisions {
                // Each round removes a source, so the loop terminates.
                leaveOut(collisions.all, of: &finished, tell)
            }
            report.count(finished, site.manifest)
        }
        return nil
    }

    /// Remakes the sources whose files are no longer in the output or the cache.
    ///
    /// A source that fails now is left out. A kept entry is left out if its source failed in this build, and remade if
    /// possible if its source was not selected. A warning names each kept entry left out.
    private func finishAgain(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest> = [],
        unusable: Set<String> = [], _ effort: Walk.Effort,
        _ ledger: Ledger, _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws {
        let (lost, unselected) = try findLost(
            &finished, missing: digests, unusable: unusable,
            previous: PreviousIndex(path: site.indexPath, output: ledger.output, in: formerIndexes), tell)
        let walk = Walk(
            effort: effort, ledger: Ledger(), plans: PlanCache(manifest: site.manifest), isAgain: true,
            tell: tell)
        var results: [Int: SourceResult] = [:]
        try await (lost + unselected).forEach(limit: pipeline.configuration.jobs * 2) { source in
            (source.order, try await self.finish(source, walk))
        } collect: { order, result in
            results[order] = result
        }
        for source in lost {
            guard let result = results[source.order],
                let index = finished.items.firstIndex(where: { $0.source.order == source.order })
            else { continue }
            finished.note(result.outputs)
            if let item = result.item {
                finished.items[index] = item
            } else {
                finished.items.remove(at: index)
            }
            for failure in result.failures where !finished.failures.contains(failure) {
                finished.failures.append(failure)
                tell(.failed(failure))
            }
        }
        for source in unselected {
            guard let result = results[source.order] else { continue }
            finished.note(result.outputs)
            if let item = result.item {
                finished.items.append(item)
            } else if result.outputs.isEmpty {
                leaveOut(source, of: &finished, after: result.failures.first, tell)
            } else {
                // A plan cannot say more before it is loaded.
                finished.dropped.insert(source.id)
            }
        }
    }

    /// Finds the sources whose files are lost, and leaves out kept entries that cannot be remade.
    ///
    /// - Returns: The finished sources to finish again, and the unselected sources to finish now.
    private func findLost(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest>, unusable: Set<String>,
        previous: @autoclosure () throws -> PreviousIndex, _ tell: (BuildEvent) -> Void
    ) throws -> (lost: [ResolvedSource], unselected: [ResolvedSource]) {
        func isLost(_ item: FinishedSources.Item) -> Bool {
            if unusable.contains(item.source.id) { return true }
            do {
                return try item.record.outcome().variants.contains { variant in
                    variant.files.contains { $0.inline == nil && digests.contains($0.record.digest) }
                }
            } catch {
                // Unreadable outcomes are remade.
                return true
            }
        }
        for item in finished.items where item.isStale && isLost(item) {
            leaveOut(item.source.id, "it failed, and its former files are missing", tell)
        }
        finished.items.removeAll { $0.isStale && isLost($0) }
        let unselected = try findLostEntries(&finished, missing: digests, previous: previous(), tell)
        return (finished.items.filter(isLost).map(\.source), unselected)
    }

    /// Leaves out an unselected source that has lost its files and cannot be made.
    private func leaveOut(
        _ source: ResolvedSource, of finished: inout FinishedSources, after failure: BuildFailure?,
        _ tell: (BuildEvent) -> Void
    ) {
        finished.dropped.insert(source.id)
        leaveOut(
            source.id,
            "its former files are missing, and it cannot be made again"
                + (failure.map { " (\($0.phase.rawValue): \($0.reason))" } ?? ""), tell)
    }

    /// Drops the entries of the previous index that cannot be kept, and returns the sources that may be remade.
    private func findLostEntries(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest>,
        previous: @autoclosure () throws -> PreviousIndex, _ tell: (BuildEvent) -> Void
    ) throws -> [ResolvedSource] {
        guard finished.isSelection || !finished.keptFromIndex.isEmpty, let index = try previous().index
        else { return [] }
        let made = Set(finished.items.map(\.source.id))
        let failed = Set(finished.keptFromIndex)
        var sources: [ResolvedSource] = []
        for (id, entry) in index.images.sorted(by: { $0.key < $1.key }) where !made.contains(id) {
            guard PreviousIndex.files(of: entry).values.contains(where: { digests.contains($0.digest) })
            else {
                continue
            }
            if failed.contains(id) {
                finished.dropped.insert(id)
                leaveOut(id, "it failed, and its former files are missing", tell)
            } else if let source = finished.unselected[id] {
                sources.append(source)
            } else {
                finished.dropped.insert(id)
                leaveOut(id, "its former files are missing, and it is no longer in the manifest", tell)
            }
        }
        return sources
    }

    /// Removes the sources whose file names collide with others, following each source's `on-error` policy.
    private func leaveOut(
        _ collisions: [SitePublication.NameCollision], of finished: inout FinishedSources,
        _ tell: (BuildEvent) -> Void
    ) {
        let orders = Set(collisions.map(\.item.source.order))
        finished.items.removeAll { orders.contains($0.source.order) }
        for collision in collisions {
            let source = collision.item.source
            let failure = BuildFailure(
                .nameCollision, location: source.place, source: source.id, reason: collision.reason,
                isTolerated: source.onError != .fail)
            finished.failures.append(failure)
            finished.outputs[source.id] = nil
            tell(.failed(failure))
            if source.onError == .keep {
                finished.keptFromIndex.append(source.id)
                finished.keptSources[source.id] = source
            }
        }
    }

    func leaveOut(_ id: String, _ reason: String, _ tell: (BuildEvent) -> Void) {
        tell(.warning(Diagnostic(.warning, "\(id): \(reason), so it is left out")))
    }
}
