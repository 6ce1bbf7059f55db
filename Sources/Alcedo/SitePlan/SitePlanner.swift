import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoIndex
import AlcedoManifest
import Foundation

/// Follows the steps of a build and records what it would do.
///
/// Not thread-safe; used by a single task.
final class SitePlanner {
    private let run: BuildRun
    private let ledger: Ledger
    private let basis: PlanBasis
    /// Plans in the manifest's order, without sources that could not be resolved.
    private var plans: [SourcePlan] = []
    private var finished = FinishedSources()

    init(_ run: BuildRun, _ ledger: Ledger) throws {
        self.run = run
        self.ledger = ledger
        basis = PlanBasis(
            ledger: ledger, plans: PlanCache(manifest: run.site.manifest),
            engine: try BuildRun.isFolder(run.site.cacheDirectory) ? run.pipeline.keys().engine : nil,
            readIndex: { PreviousIndex(path: run.site.indexPath, output: ledger.output) })
    }

    // MARK: Sources

    func planSources(_ tell: @escaping @Sendable (BuildEvent) -> Void) async throws {
        let (resolution, isSelected) = try run.resolveSources(tell: tell)
        try run.lock.requirePins(of: resolution.sources.filter { isSelected($0.id) })
        finished.isSelection = !run.options.only.isEmpty
        finished.order = resolution.idsInOrder
        for source in resolution.sources where finished.isSelection && !isSelected(source.id) {
            finished.unselected[source.id] = source
        }
        let sources = resolution.sources.filter { isSelected($0.id) }
        let failed = resolution.failures.filter { isSelected($0.id) }
        tell(.started(sources: sources.count + Set(failed.map(\.order)).count))

        var taken = run.results(of: [], among: resolution)
        try run.takeOver(sources, from: ledger, basis.plans, into: &taken)
        var open: [ResolvedSource] = []
        var found: [Int: SourcePlan] = [:]
        for source in sources {
            if let item = taken[source.order]?.item, let plan = run.plan(source, unchanged: item, basis) {
                found[source.order] = plan
            } else {
                open.append(source)
            }
        }
        found.merge(try await plan(open)) { $1 }

        var results = run.results(of: failed, among: resolution)
        for (order, plan) in found {
            results[order] = BuildRun.SourceResult(item: plan.item, failures: plan.failures)
        }
        for result in results.compactMap(\.self) {
            for failure in result.failures { tell(.failed(failure)) }
        }
        run.collect(results, into: &finished, resolution: resolution, ledger)
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
                preview = try SitePublication(run: run, finished: finished, ledger: ledger).preview(
                    isPartial: plans.contains(where: \.isPending), tell)
                isPreviewed = try await !replanLost(preview.lost, tell)
            } catch let collisions as SitePublication.NameCollisions {
                // Each round removes a source, so the loop terminates.
                run.leaveOut(collisions.all, of: &finished, tell)
                let ids = Set(collisions.all.map(\.item.source.id))
                plans.removeAll { ids.contains($0.source.id) }
            }
            report.count(finished)
        }
        if report.isComplete, let names = PublicationPlan.named(preview.recoded) {
            tell(
                .warning(
                    Diagnostic(
                        .warning, "\(names) was changed since Alcedo wrote it, and would be written again")))
        }
        for name in report.isComplete ? preview.foreign.sorted() : [] {
            tell(
                .warning(
                    Diagnostic(
                        .warning,
                        "\(name) is not asked for any more, but somebody changed it: it would be left")))
        }
        return try summarize(preview, report, isPublished: report.isComplete)
    }

    /// Replans the sources whose files are neither in the output directory nor in the cache, and leaves out the entries
    /// that a build would leave out.
    ///
    /// - Returns: Whether anything changed.
    private func replanLost(
        _ digests: Set<ContentDigest>, _ tell: (BuildEvent) -> Void
    ) async throws -> Bool {
        guard !digests.isEmpty else { return false }
        let before = (finished.items.count, finished.dropped.count)
        let (needing, unselected) = run.findLost(
            &finished, missing: digests, previous: basis.previousIndex, tell)
        let hasDropped = before != (finished.items.count, finished.dropped.count)
        // Other sources have just been looked up in the cache.
        let remembered = Set(
            finished.items.filter { $0.origin == .unchanged }.map(\.source.order))
        let lost = needing.filter { remembered.contains($0.order) }
        if lost.isEmpty, unselected.isEmpty { return hasDropped }

        let found = try await plan(lost + unselected, isLost: true)
        for source in unselected {
            guard let plan = found[source.order] else { continue }
            if plan.item == nil, !plan.isUnknown {
                run.leaveOut(source, of: &finished, after: plan.failures.first, tell)
                continue
            }
            if let item = plan.item {
                finished.items.append(item)
            } else {
                finished.dropped.insert(source.id)
            }
            plans.append(plan)
        }
        let orders = Set(lost.map(\.order))
        for (order, plan) in found where orders.contains(order) {
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
    ) throws -> SitePlan {
        // A build counts the kept results of failed sources as unchanged.
        let kept = finished.items.filter(\.isStale).compactMap { run.plan($0.source, unchanged: $0, basis) }
        let all = (plans + kept).sorted { $0.source.order < $1.source.order }
        var outputs = all.flatMap { plan in
            plan.outputs.map { finish($0, plan, preview, isPublished: isPublished) }
        }
        if isPublished { outputs += try outputsOfKeptEntries(preview, besides: outputs) }
        let (deletions, replacements) = sort(preview.deleted)
        var writesIndex: Bool? = isPublished && preview.writesIndex
        if isPublished, plans.contains(where: \.isPending) {
            let changes = plans.contains { plan in
                plan.outputs.contains {
                    $0.action == .make && plan.judge?.contradictsIndex(variant: $0.variant) == true
                }
            }
            writesIndex = changes || !preview.hasIndex ? true : nil
        }
        let accessors = isPublished && writesIndex == false ? AccessorFile(run) : nil
        try accessors?.check()
        return SitePlan(
            sources: report.sources + plans.count(where: \.isUnknown), outputs: outputs,
            deletions: deletions, replacements: replacements, index: run.site.indexPath,
            writesIndex: writesIndex, swift: try accessors.flatMap { try $0.isToBeWritten() ? $0.path : nil },
            failures: report.failures)
    }

    private func finish(
        _ output: PlannedOutput, _ plan: SourcePlan, _ preview: SitePublication.Preview, isPublished: Bool
    ) -> PlannedOutput {
        var output = output
        if !isPublished { output.isWritten = false }
        if let file = output.file, output.pattern == nil, let variant = output.variant,
            preview.written.contains(file)
        {
            output.isWritten = true
            if output.reasons == [.unchanged], let judge = plan.judge {
                output.reasons = [
                    judge.reasonForWriting(variant: variant, isReplaced: preview.replaced.contains(file))
                ]
            }
        }
        return output
    }

    /// Returns the files to write for entries kept from the last index, whose sources failed or were not selected.
    private func outputsOfKeptEntries(
        _ preview: SitePublication.Preview, besides planned: [PlannedOutput]
    ) throws -> [PlannedOutput] {
        var rest = preview.written
        for output in planned where output.pattern == nil {
            if let file = output.file { rest.remove(file) }
        }
        guard !rest.isEmpty, let images = try preview.index.map(ImageIndex.init)?.images else { return [] }
        var outputs: [PlannedOutput] = []
        for (id, entry) in images.sorted(by: { $0.key < $1.key }) {
            for (name, variant) in entry.variants.sorted(by: { $0.key < $1.key }) {
                for format in variant.formats {
                    for file in format.files {
                        guard let path = file.file, rest.remove(path) != nil else { continue }
                        outputs.append(
                            PlannedOutput(
                                source: id, variant: name, format: OutputFormat(rawValue: format.format),
                                width: file.width, height: file.height, density: file.density, file: path,
                                action: .unchanged, isWritten: true,
                                reasons: [preview.replaced.contains(path) ? .outputDamaged : .outputMissing],
                                isKept: true))
                    }
                }
            }
        }
        return outputs
    }

    /// Separates files to delete from files that another one may replace.
    private func sort(_ names: [String]) -> (deletions: [String], replacements: [String]) {
        var patterns: Set<OutputPattern> = []
        var uncertain: Set<String> = []
        for plan in plans where plan.isPending {
            for output in plan.outputs where output.action == .make {
                if let file = output.file {
                    patterns.insert(output.pattern ?? OutputPattern(name: file))
                }
            }
            if plan.isUnknown, let entry = basis.previousIndex.index?.images[plan.source.id] {
                uncertain.formUnion(PreviousIndex.files(of: entry).keys)
            }
        }
        var (deletions, replacements): ([String], [String]) = ([], [])
        for name in names.sorted() {
            // Overwritten, not deleted.
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
