import AlcedoBase

/// Joins the rows of a list by their ids.
///
/// Exports repeat a row, for example once per category of a product, so equal rows count as one. If rows with one id
/// differ or any of them is faulty, the source fails, regardless of their order.
struct ListMerge {
    private(set) var drafts: [SourceDraft] = []
    private var known: [String: Known] = [:]

    private struct Known {
        /// The index of its draft.
        var draft: Int
        /// The first row without a fault, and its location.
        var good: (row: ListRow, place: Diagnostic.Location)?
        /// Whether the draft failed because of a faulty row or a conflict, as opposed to its file.
        var isFaulty: Bool
        var hasConflict = false
    }

    mutating func add(_ result: ListRowReader.Result, at place: Diagnostic.Location) {
        let good = result.faults.isEmpty ? (result.row, place) : nil
        guard var earlier = known[result.draft.id] else {
            known[result.draft.id] = Known(draft: drafts.count, good: good, isFaulty: good == nil)
            drafts.append(result.draft)
            return
        }
        if good == nil {
            fail(&earlier, result.faults)
        } else if let first = earlier.good {
            let names = result.row.differences(from: first.row)
            if !names.isEmpty, !earlier.hasConflict {
                fail(&earlier, [Self.conflict(first.place, place, names)])
                earlier.hasConflict = true
            }
        } else {
            earlier.good = good
        }
        known[result.draft.id] = earlier
    }

    /// The maximum number of faults reported per source. A list with the same id in every row has a single mistake.
    private static let maxFaults = 20

    private mutating func fail(_ known: inout Known, _ faults: [SourceDraft.Fault]) {
        var all: [SourceDraft.Fault] = []
        if known.isFaulty, case .faulty(let earlier) = drafts[known.draft].state { all = earlier }
        // A repeated faulty row is reported once.
        for fault in faults where !all.contains(where: { $0.reason == fault.reason }) {
            guard all.count < Self.maxFaults else { break }
            let isLast = all.count == Self.maxFaults - 1
            let more = SourceDraft.Fault(reason: "more rows with this id have mistakes", row: fault.row)
            all.append(isLast ? more : fault)
        }
        drafts[known.draft].state = .faulty(all)
        known.isFaulty = true
    }

    private static func conflict(
        _ first: Diagnostic.Location, _ second: Diagnostic.Location, _ names: [String]
    )
        -> SourceDraft.Fault
    {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        return SourceDraft.Fault(
            reason: "the rows at \(first) and \(second) give it different values for \(list); "
                + "make them the same, or give each an id of its own",
            row: first)
    }
}
