import AlcedoBase

/// What became of each source, by its place in the manifest's order.
struct SourceResults {
    fileprivate enum Place {
        case open
        case finished(Finished)
        indirect case failed(BuildRun.SourceResult)
    }

    // A result is half a kilobyte, of which a source that is still open needs nothing.
    fileprivate final class Finished: Sendable {
        let item: FinishedSources.Item
        let failures: [BuildFailure]
        let file: (path: String, known: BuildState.KnownFile)?

        init(_ item: FinishedSources.Item, _ result: BuildRun.SourceResult) {
            self.item = item
            failures = result.failures
            file = result.file
        }
    }

    // In a row: a dictionary of ten thousand has to be filled and sorted again.
    private var places: [Place]

    /// Has room for so many, and none yet.
    init(count: Int) {
        places = Array(repeating: .open, count: count)
    }

    /// Whether there is one.
    func has(_ order: Int) -> Bool {
        guard places.indices.contains(order) else { return false }
        if case .open = places[order] { return false }
        return true
    }

    subscript(order: Int) -> BuildRun.SourceResult? {
        get { places.indices.contains(order) ? places[order].result : nil }
        set { places[order] = Place(newValue) }
    }

    subscript(order: Int, default none: @autoclosure () -> BuildRun.SourceResult) -> BuildRun.SourceResult {
        get { self[order] ?? none() }
        set { self[order] = newValue }
    }

    /// What there is to publish so far, in the manifest's order, and no copy of it.
    var items: Items {
        Items(finished: places.compactMap { if case .finished(let finished) = $0 { finished } else { nil } })
    }

    /// What there is to publish of sources that are finished.
    struct Items: RandomAccessCollection, Sendable {
        fileprivate let finished: [Finished]

        var startIndex: Int { finished.startIndex }
        var endIndex: Int { finished.endIndex }
        subscript(place: Int) -> FinishedSources.Item { finished[place].item }
    }

    /// Those that are there, in the manifest's order.
    var inOrder: some Sequence<(order: Int, result: BuildRun.SourceResult)> {
        places.enumerated().lazy.compactMap { order, place in place.result.map { (order, $0) } }
    }
}

extension SourceResults.Place {
    init(_ result: BuildRun.SourceResult?) {
        guard let result else {
            self = .open
            return
        }
        self = result.item.map { .finished(SourceResults.Finished($0, result)) } ?? .failed(result)
    }

    var result: BuildRun.SourceResult? {
        switch self {
        case .open: nil
        case .finished(let finished):
            BuildRun.SourceResult(item: finished.item, failures: finished.failures, file: finished.file)
        case .failed(let result): result
        }
    }
}
