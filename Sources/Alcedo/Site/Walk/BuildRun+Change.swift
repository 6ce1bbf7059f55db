import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoManifest

extension BuildRun {
    /// Saves what was in the place of the files that this build has changed, for reports.
    ///
    /// - Parameter known: The ledger from before the build.
    func keepChange(of report: BuildReport, after finished: FinishedSources, from known: Ledger) {
        guard remembers, known.rows.contains(where: { $0.result != nil }) else { return }
        let name = LastChange.name(forOutput: site.output)
        do {
            let before = Self.before(finished, known)
            let earlier =
                states.hasState(named: name) ? LastChange(stored: states.loadFields(named: name)) : nil
            if before.isEmpty, earlier?.isPublished != false || !report.isPublished { return }
            var change = LastChange(
                before: before, isPublished: report.isPublished,
                moment: Int(Date().timeIntervalSince1970 * 1e9))
            if let earlier { change.precede(by: earlier) }
            try states.storeState(change.bytes, named: name)
        } catch {
            note(error)
        }
    }

    private static func before(_ finished: FinishedSources, _ known: Ledger) -> [LastChange.Image] {
        var before: [LastChange.Image] = []
        for item in finished.items where item.origin != .unchanged && !item.isStale {
            let files = files(of: known.result(of: item.source.id))
            if files != Self.files(of: item.record) {
                before.append(LastChange.Image(id: item.source.id, files: files.map(\.file)))
            }
        }
        let ids = Set(finished.order)
        for row in known.rows where row.result != nil && !ids.contains(row.id) {
            before.append(LastChange.Image(id: row.id, files: files(of: row.result).map(\.file)))
        }
        return before.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    private static func files(of record: SourceRecord?) -> [Made] {
        do {
            return try record?.outcome().variants.flatMap { variant in
                variant.files.map {
                    Made(digest: $0.record.digest, file: LastChange.File($0, of: variant.name))
                }
            } ?? []
        } catch {
            // A build makes anew what it cannot read.
            return []
        }
    }

    private struct Made: Equatable {
        var digest: ContentDigest
        var file: LastChange.File
    }
}

extension LastChange.File {
    fileprivate init(_ file: SourceOutcome.File, of variant: String) {
        self.init(
            variant: variant, format: file.record.format.word, width: file.record.width,
            height: file.record.height, density: file.density, bytes: file.record.bytes,
            score: file.record.found?.score)
    }
}
