import AlcedoBase
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// Order in which sources are processed, and how many at a time.
///
/// The longest come first, so that no core ends with a long one. Sources that are no files have a lane of their own, so
/// that they load while others are processed.
struct SourceSchedule {
    /// Position of a source in the list, and its estimated duration in seconds; see `WorkEstimate`.
    struct Entry: Sendable {
        var place: Int
        var expected: Double
    }

    /// Sources that are started one after the other.
    struct Lane {
        var entries: [Entry]
        /// Number of sources in progress at a time.
        var width: Int
    }

    let lanes: [Lane]

    /// - Parameters:
    ///   - sources: All sources.
    ///   - places: Positions of the sources to process.
    ///   - jobs: Number of sources decoded at a time.
    ///   - transfers: Number of sources loaded at a time.
    ///   - lookups: Number of sources looked up at a time in a shared cache; 0 without one.
    init(
        _ sources: [ResolvedSource], at places: [Int], knownBy ledger: Ledger, _ plans: PlanCache,
        jobs: Int, transfers: Int, lookups: Int = 0
    ) {
        var remote: [Entry] = []
        var local: [Entry] = []
        for place in places {
            let source = sources[place]
            let entry = Entry(
                place: place, expected: Self.expected(source, ledger.result(of: source.id), plans))
            if source.file == nil { remote.append(entry) } else { local.append(entry) }
        }
        if FaultInjection.isArmed {
            // With fault injection everything runs in order, which keeps the numbering of steps reproducible.
            lanes = [Lane(entries: remote + local, width: 1)]
            return
        }
        local.sort { left, right in (right.expected, left.place) < (left.expected, right.place) }
        // Twice the number of decodes, so that the next source is read and looked up meanwhile.
        lanes = [
            Lane(entries: remote, width: min(remote.count, transfers) + jobs * 2),
            Lane(entries: local, width: max(jobs * 2, lookups)),
        ]
    }

    private static func expected(
        _ source: ResolvedSource, _ previous: SourceRecord?, _ plans: PlanCache
    ) -> Double {
        let facts = previous?.facts?.facts ?? ImageFacts(guessing: source.origin)
        return SourceWork(facts, plans.plan(for: source)).seconds
    }
}
