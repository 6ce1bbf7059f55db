import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoIndex
import Foundation

/// Goes the way of a build and notes what it would do.
///
/// One task uses it.
final class SitePlanner {
    private let run: BuildRun
    private let record: OutputRecord
    private let basis: PlanBasis
    /// In the manifest's order, without those that cannot even be named.
    private var plans: [SourcePlan] = []
    private var finished = FinishedSources()

    init(_ run: BuildRun, record: OutputRecord) throws {
        self.run = run
        self.record = record
        basis = PlanBasis(
            state: run.loadState(),
            previousIndex: PreviousIndex(path: run.site.indexPath, record: record),
            plans: PlanCache(manifest: run.site.manifest),
            engine: try BuildRun.isFolder(run.site.cacheDirectory) ? run.pipeline.keys().engine : nil)
    }

    // MARK: Sources

    func planSources(_ tell: @escaping @Sendable (BuildEvent) -> Void) async throws {
        let (resolution, isSelected) = try run.resolveSources(tell: tell)
        try run.lock.requirePins(of: resolution.sources.filter { isSelected($0.id) })
        finished.isSelection = !run.options.only.isEmpty
        finished.order = resolution.idsByOrder.sorted { $0.key < $1.key }.map(\.value)
        for source in resolution.sources where finished.isSelection && !isSelected(source.id) {
            finished.unselected[source.id] = source
        }
        let sources = resolution.sources.filter { isSelected($0.id) }
        let failed = resolution.failures.filter { isSelected($0.id) }
        tell(.started(sources: sources.count + Set(failed.map(\.order)).count))

        var open: [ResolvedSource] = []
        var found: [Int: SourcePlan] = [:]
        for source in sources {
            if let plan = try run.planTakingOver(source, basis) {
                found[source.order] = plan
            } else {
                open.append(source)
            }
        }
        found.merge(try await plan(open)) { $1 }

        var results: [Int: BuildRun.SourceResult] = [:]
        for failure in failed {
            results[failure.order, default: BuildRun.SourceResult()].failures.append(
                BuildFailure(
                    location: failure.row ?? failure.location, source: failure.id, phase: .provider,
                    reason: failure.reason, isTolerated: failure.onError != .fail))
        }
        for (order, plan) in found {
            results[order] = BuildRun.SourceResult(item: plan.item, failures: plan.failures)
        }
        for (_, result) in results.sorted(by: { $0.key < $1.key }) {
            for failure in result.failures { tell(.failed(failure)) }
        }
        run.collect(
            results, into: &finished, resolution: resolution, state: basis.state, basis.plans, tell)
        plans = found.sorted { $0.key < $1.key }.map(\.value)
    }

    private func plan(_ sources: [ResolvedSource], isLost: Bool = false) async throws -> [Int: SourcePlan] {
        let (run, basis) = (run, basis)
        var plans: [Int: SourcePlan] = [:]
        try await withThrowingTaskGroup(of: SourcePlan.self) { group in
            var next = sources.makeIterator()
            func addOne() {
                guard let source = next.next() else { return }
                group.addTask { try await run.plan(source, basis, isLost: isLost) }
            }
            for _ in 0..<run.pipeline.configuration.jobs * 2 { addOne() }
            while let plan = try await group.next() {
                plans[plan.source.order] = plan
                addOne()
            }
        }
        return plans
    }

    // MARK: Publication

    func planPublication(_ tell: @escaping @Sendable (BuildEvent) -> Void) async throws -> SitePlan {
        var report = BuildReport()
        report.count(finished)
        var preview = SitePublication.Preview()
        var isPreviewed = false
        while report.isComplete, !isPreviewed {
            try Task.checkCancellation()
            do {
                preview = try SitePublication(run: run, finished: finished, record: record).preview(
                    basis.previousIndex, isPartial: plans.contains(where: \.isPending), tell)
                isPreviewed = try await !replanLost(preview.lost)
            } catch let collisions as SitePublication.NameCollisions {
                // Each takes a source out, so this ends.
                run.leaveOut(collisions.all, of: &finished, tell)
                let ids = Set(collisions.all.map(\.item.source.id))
                plans.removeAll { ids.contains($0.source.id) }
            }
            report.count(finished)
        }
        return summarize(preview, report, isPublished: report.isComplete)
    }

    /// Plans the sources again of which files are neither in the output directory nor in the cache.
    ///
    /// - Returns: Whether there were any.
    private func replanLost(_ digests: Set<ContentDigest>) async throws -> Bool {
        guard !digests.isEmpty else { return false }
        // What is kept of a failed source cannot be made again.
        let lost = finished.items.filter { item in
            !item.isStale && item.origin == .unchanged
                && item.outcome.variants.contains { variant in
                    variant.files.contains { $0.inline == nil && digests.contains($0.record.digest) }
                }
        }.map(\.source)
        guard !lost.isEmpty else { return false }
        for (order, plan) in try await plan(lost, isLost: true) {
            finished.failures += plan.failures
            if let place = finished.items.firstIndex(where: { $0.source.order == order }) {
                if let item = plan.item {
                    finished.items[place] = item
                } else {
                    finished.items.remove(at: place)
                }
            }
            if let place = plans.firstIndex(where: { $0.source.order == order }) { plans[place] = plan }
        }
        return true
    }

    // MARK: Result

    private func summarize(
        _ preview: SitePublication.Preview, _ report: BuildReport, isPublished: Bool
    ) -> SitePlan {
        let outputs = plans.flatMap { plan in
            plan.outputs.map { finish($0, plan, preview, isPublished: isPublished) }
        }
        let (deletions, replacements) = sort(preview.deleted)
        var writesIndex: Bool? = isPublished && preview.writesIndex
        if isPublished, plans.contains(where: \.isPending) {
            let changes = outputs.contains { output in
                output.action == .make && output.reasons.contains { $0 == .new || $0 == .sourceChanged }
            }
            writesIndex = changes ? true : nil
        }
        return SitePlan(
            sources: report.sources + plans.count(where: \.isUnknown), outputs: outputs,
            deletions: deletions, replacements: replacements, index: run.site.indexPath,
            writesIndex: writesIndex, failures: report.failures)
    }

    private func finish(
        _ output: PlannedOutput, _ plan: SourcePlan, _ preview: SitePublication.Preview, isPublished: Bool
    ) -> PlannedOutput {
        var output = output
        if !isPublished { output.isWritten = false }
        if let file = output.file, let variant = output.variant, preview.written.contains(file) {
            output.isWritten = true
            if output.reasons == [.unchanged], let judge = plan.judge {
                output.reasons = [
                    judge.reasonForWriting(variant: variant, isReplaced: preview.replaced.contains(file))
                ]
            }
        }
        output.file = output.file.map { OutputPattern(name: $0).shown }
        return output
    }

    /// Tells files that go from those whose place another takes.
    private func sort(_ names: [String]) -> (deletions: [String], replacements: [String]) {
        var patterns: Set<OutputPattern> = []
        var uncertain: Set<String> = []
        for plan in plans where plan.isPending {
            for output in plan.outputs where output.action == .make {
                if let file = output.file { patterns.insert(OutputPattern(name: file)) }
            }
            if plan.isUnknown, let entry = basis.previousIndex.index?.images[plan.source.id] {
                uncertain.formUnion(PreviousIndex.files(of: entry).keys)
            }
        }
        var (deletions, replacements): ([String], [String]) = ([], [])
        for name in names.sorted() {
            // Written over, and not deleted.
            if patterns.contains(OutputPattern(name: name)) { continue }
            if uncertain.contains(name)
                || OutputPattern.candidates(for: name).contains(where: patterns.contains)
            {
                replacements.append(name)
            } else {
                deletions.append(name)
            }
        }
        return (deletions, replacements)
    }
}
