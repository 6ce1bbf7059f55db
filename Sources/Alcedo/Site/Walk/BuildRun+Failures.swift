import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension BuildRun {
    /// Saves the failures of a build in place of earlier ones. A selective build keeps those of unselected sources.
    func keepFailures(of report: BuildReport, after finished: FinishedSources) {
        guard remembers else { return }
        let name = LastFailures.name(forOutput: site.output)
        do {
            let moment = Int(Date().timeIntervalSince1970 * 1e9)
            var last = LastFailures(report.failures, isPublished: report.isPublished, moment: moment)
            if finished.isSelection, states.hasState(named: name),
                let earlier = LastFailures(stored: states.loadFields(named: name))
            {
                last.said = Self.merged(earlier.said, last.said, after: finished)
            }
            if !last.said.isEmpty {
                try states.storeState(last.bytes, named: name)
            } else if states.hasState(named: name) {
                try states.removeState(named: name)
            }
        } catch {
            note(error)
        }
    }

    private static func merged(
        _ earlier: [LastFailures.Said], _ now: [LastFailures.Said], after finished: FinishedSources
    ) -> [LastFailures.Said] {
        let places = Dictionary(
            finished.order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let asked = Set(finished.items.filter { !$0.isStale }.map(\.source.id))
            .union(now.map(\.failure.source))
        let kept = earlier.filter { places[$0.failure.source] != nil && !asked.contains($0.failure.source) }
        return (kept + now).enumerated().sorted { left, right in
            (places[left.element.failure.source] ?? 0, left.offset) < (
                places[right.element.failure.source] ?? 0, right.offset
            )
        }.map(\.element)
    }
}
