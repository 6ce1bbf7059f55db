import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Puts together a plan from what a walk and a publication would have done.
struct PlanSummary {
    let run: BuildRun
    let finished: FinishedSources
    let basis: PlanBasis
    let report: BuildReport
    /// What a publication would do; `nil` if there would be none.
    let preview: SitePublication.Preview?

    let favicon: BuildRun.FaviconResult

    private struct Source {
        var id: String
        var outputs: [PlannedOutput]
        /// Supplies the reasons for actions; `nil` if there are none to give.
        var judge: OutputJudge?
    }

    func plan(_ tell: (BuildEvent) -> Void) throws -> SitePlan {
        warn(tell)
        let sources = sources
        try warnOfFilesInTheWay(sources, tell)
        var outputs = sources.flatMap { source in source.outputs.map { finish($0, source.judge) } }
        if let preview { outputs += outputsOfKeptEntries(preview.plan, besides: outputs) }
        let (deletions, replacements) = sort(preview?.deleted ?? [], sources)
        var writesIndex: Bool? =
            preview.map { $0.plan.writesIndex || $0.plan.missing.values.contains(where: \.isOfIndex) }
            ?? false
        if let preview, finished.isPartial {
            let changes = sources.contains { source in
                source.outputs.contains {
                    $0.action == .make && source.judge?.contradictsIndex(variant: $0.variant) == true
                }
            }
            writesIndex = changes || preview.plan.indexStatus?.kind != .regular ? true : nil
        }
        var icons: [String] = []
        var deletedIcons: [String] = []
        switch favicon {
        case .files(let files) where preview != nil:
            icons = try files.changes()
            deletedIcons = try files.deletions()
        case .unknown(let files) where preview != nil:
            icons = files.expected
            deletedIcons = try files.deletions()
            warn(ofFilesInTheWay: try files.strangers(), tell)
            writesIndex = nil
        default: break
        }
        let accessors = preview != nil && writesIndex == false ? AccessorFile(run) : nil
        try accessors?.check()
        return SitePlan(
            sources: report.sources + finished.outputs.values.count(where: \.isUnknown), outputs: outputs,
            deletions: deletions + deletedIcons, replacements: replacements, index: run.site.indexPath,
            writesIndex: writesIndex, swift: try accessors.flatMap { try $0.isToBeWritten() ? $0.path : nil },
            favicon: icons, failures: report.failures)
    }

    private func warn(_ tell: (BuildEvent) -> Void) {
        guard let preview else { return }
        if let names = PublicationPlan.named(preview.plan.recoded) {
            tell(
                .warning(
                    Diagnostic(
                        .warning, "\(names) was changed since Alcedo wrote it, and would be written again")))
        }
        for name in preview.foreign.sorted() {
            tell(
                .warning(
                    Diagnostic(
                        .warning,
                        "\(name) is no longer part of the site, but was changed since Alcedo wrote it: it would be left"
                    )))
        }
    }

    /// Warns of files in the places of outputs to make that nothing says are Alcedo's: without the output's bytes, it is unknown
    /// whether they are.
    private func warnOfFilesInTheWay(_ sources: [Source], _ tell: (BuildEvent) -> Void) throws {
        guard let preview else { return }
        let names = sources.flatMap(\.outputs).compactMap { output in
            output.action == .make && output.pattern == nil ? output.file : nil
        }
        let unknown = names.filter { preview.plan.intended.files[$0] == nil }.map {
            run.site.output + "/" + $0
        }
        warn(ofFilesInTheWay: try unknown.filter { try FileSystem.status(of: $0) != nil }, tell)
    }

    private func warn(ofFilesInTheWay present: [String], _ tell: (BuildEvent) -> Void) {
        guard let paths = PublicationPlan.named(present) else { return }
        tell(
            .warning(
                Diagnostic(
                    .warning,
                    "\(paths) exists, and nothing says that Alcedo made it: unless it is what would be made, the build would end "
                        + "with an error")))
    }

    /// Sources in the manifest's order. The kept results of failed ones count as unchanged, as in a build.
    private var sources: [Source] {
        let items = Dictionary(
            finished.items.map { ($0.source.id, $0) }, uniquingKeysWith: { first, _ in first })
        return finished.order.compactMap { id in
            let item = items[id]
            var outputs = finished.outputs[id]
            if let item, item.isStale || outputs == nil {
                outputs = (outputs ?? []) + run.outputs(ofUnchanged: item)
            }
            return outputs.map { outputs in
                Source(
                    id: id, outputs: outputs,
                    judge: item.map { run.judge($0.source, $0.record.digest, basis) })
            }
        }
    }

    private func finish(_ output: PlannedOutput, _ judge: OutputJudge?) -> PlannedOutput {
        var output = output
        if preview == nil { output.isWritten = false }
        if let preview, let file = output.file, output.pattern == nil, let variant = output.variant,
            preview.plan.missing[file] != nil
        {
            output.isWritten = true
            if output.reasons == [.unchanged], let judge {
                output.reasons = [
                    judge.reasonForWriting(variant: variant, isReplaced: preview.plan.replaced[file] != nil)
                ]
            }
        }
        return output
    }

    /// Returns the files to write for entries kept from the last index, whose sources failed or were not selected.
    private func outputsOfKeptEntries(
        _ plan: PublicationPlan, besides planned: [PlannedOutput]
    ) -> [PlannedOutput] {
        var rest = Set(plan.missing.keys)
        for output in planned where output.pattern == nil {
            if let file = output.file { rest.remove(file) }
        }
        guard !rest.isEmpty else { return [] }
        let images = basis.previousIndex.index?.images ?? [:]
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
                                reasons: [plan.replaced[path] == nil ? .outputMissing : .outputDamaged],
                                isKept: true))
                    }
                }
            }
        }
        return outputs
    }

    /// Separates files to delete from files that another one may replace.
    private func sort(
        _ names: [String], _ sources: [Source]
    ) -> (deletions: [String], replacements: [String]) {
        var patterns: Set<OutputPattern> = []
        var uncertain: Set<String> = []
        for source in sources where source.outputs.isPending {
            // A file that is made for another variant is only known when it is made, too.
            for output in source.outputs where output.action != .unchanged {
                if let file = output.file {
                    patterns.insert(output.pattern ?? OutputPattern(name: file))
                }
            }
            if source.outputs.contains(where: { $0.action == .load || $0.assumesTransparency }),
                let entry = basis.previousIndex.index?.images[source.id]
            {
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
