import AlcedoBase

/// What became of each source, by its place in the manifest's order.
struct SourceResults {
    // In a row: a dictionary of ten thousand has to be filled and sorted again.
    private var places: [BuildRun.SourceResult?]

    /// Has room for so many, and none yet.
    init(count: Int) {
        places = Array(repeating: nil, count: count)
    }

    subscript(order: Int) -> BuildRun.SourceResult? {
        get { places.indices.contains(order) ? places[order] : nil }
        set { places[order] = newValue }
    }

    subscript(order: Int, default none: @autoclosure () -> BuildRun.SourceResult) -> BuildRun.SourceResult {
        get { self[order] ?? none() }
        set { self[order] = newValue }
    }

    /// Those that are there, in the manifest's order.
    var inOrder: some Sequence<(order: Int, result: BuildRun.SourceResult)> {
        places.enumerated().lazy.compactMap { order, result in result.map { (order, $0) } }
    }
}
