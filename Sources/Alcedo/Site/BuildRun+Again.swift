import AlcedoBase
import AlcedoManifest
import Foundation

extension BuildRun {
    /// Remakes the sources whose files are no longer in the output or the cache.
    ///
    /// A source that fails now is left out. A kept entry is left out if its source failed in this build, and remade if
    /// possible if its source was not selected. A warning names each kept entry left out.
    func finishAgain(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest>,
        _ ledger: Ledger, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws {
        let (lost, unselected) = findLost(
            &finished, missing: digests,
            previous: PreviousIndex(path: site.indexPath, output: ledger.output), tell)
        let results = try await finishOnceMore(lost + unselected, tell)
        for source in lost {
            guard let result = results[source.order],
                let index = finished.items.firstIndex(where: { $0.source.order == source.order })
            else { continue }
            if let item = result.item {
                finished.items[index] = item
            } else {
                finished.items.remove(at: index)
            }
            for failure in result.failures {
                finished.failures.append(failure)
                tell(.failed(failure))
            }
        }
        for source in unselected {
            if let item = results[source.order]?.item {
                finished.items.append(item)
            } else {
                leaveOut(source, of: &finished, after: results[source.order]?.failures.first, tell)
            }
        }
    }

    /// Finds the sources whose files are lost, and leaves out kept entries that cannot be remade.
    ///
    /// - Returns: The finished sources to finish again, and the unselected sources to finish now.
    func findLost(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest>,
        previous: @autoclosure () -> PreviousIndex, _ tell: (BuildEvent) -> Void
    ) -> (lost: [ResolvedSource], unselected: [ResolvedSource]) {
        func isLost(_ item: FinishedSources.Item) -> Bool {
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
            leaveOut(item.source.id, "it failed, and the files it had are gone", tell)
        }
        finished.items.removeAll { $0.isStale && isLost($0) }
        let unselected = findLostEntries(&finished, missing: digests, previous: previous(), tell)
        return (finished.items.filter(isLost).map(\.source), unselected)
    }

    /// Leaves out an unselected source that has lost its files and cannot be made.
    func leaveOut(
        _ source: ResolvedSource, of finished: inout FinishedSources, after failure: BuildFailure?,
        _ tell: (BuildEvent) -> Void
    ) {
        finished.dropped.insert(source.id)
        leaveOut(
            source.id,
            "the files it had are gone, and it cannot be made again"
                + (failure.map { " (\($0.phase.rawValue): \($0.reason))" } ?? ""), tell)
    }

    /// Drops the entries of the previous index that cannot be kept, and returns the sources that may be remade.
    private func findLostEntries(
        _ finished: inout FinishedSources, missing digests: Set<ContentDigest>,
        previous: @autoclosure () -> PreviousIndex, _ tell: (BuildEvent) -> Void
    ) -> [ResolvedSource] {
        guard finished.isSelection || !finished.keptFromIndex.isEmpty, let index = previous().index
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
                leaveOut(id, "it failed, and the files it had are gone", tell)
            } else if let source = finished.unselected[id] {
                sources.append(source)
            } else {
                finished.dropped.insert(id)
                leaveOut(id, "the files it had are gone, and the manifest does not name it any more", tell)
            }
        }
        return sources
    }

    private func finishOnceMore(
        _ sources: [ResolvedSource], _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> [Int: SourceResult] {
        let plans = PlanCache(manifest: site.manifest)
        var results: [Int: SourceResult] = [:]
        try await withThrowingTaskGroup(of: (Int, SourceResult).self) { group in
            var next = sources.makeIterator()
            func addOne() {
                guard let source = next.next() else { return }
                group.addTask {
                    (source.order, try await self.finish(source, knownBy: Ledger(), plans, nil, tell))
                }
            }
            for _ in 0..<pipeline.configuration.jobs * 2 { addOne() }
            while let (order, result) = try await group.next() {
                results[order] = result
                addOne()
            }
        }
        return results
    }

    /// Removes the sources whose file names collide with others, following each source's `on-error` policy.
    func leaveOut(
        _ collisions: [SitePublication.NameCollision], of finished: inout FinishedSources,
        _ tell: (BuildEvent) -> Void
    ) {
        let orders = Set(collisions.map(\.item.source.order))
        finished.items.removeAll { orders.contains($0.source.order) }
        for collision in collisions {
            let source = collision.item.source
            let failure = BuildFailure(
                location: source.place, source: source.id, phase: .write, reason: collision.reason,
                isTolerated: source.onError != .fail)
            finished.failures.append(failure)
            tell(.failed(failure))
            if source.onError == .keep { finished.keptFromIndex.append(source.id) }
        }
    }

    private func leaveOut(_ id: String, _ reason: String, _ tell: (BuildEvent) -> Void) {
        tell(.warning(Diagnostic(.warning, "\(id): \(reason), so it is left out")))
    }
}
