import AlcedoBase

/// What became of each source, by its place in the manifest's order.
struct SourceResults {
    // A result is half a kilobyte, of which a source that is still open needs nothing.
    fileprivate final class Box: Sendable {
        let result: BuildRun.SourceResult

        init(_ result: BuildRun.SourceResult) {
            self.result = result
        }
    }

    // In a row: a dictionary of ten thousand has to be filled and sorted again.
    private var places: [Box?]

    /// Has room for so many, and none yet.
    init(count: Int) {
        places = Array(repeating: nil, count: count)
    }

    /// Whether there is one.
    func has(_ order: Int) -> Bool { places.indices.contains(order) && places[order] != nil }

    subscript(order: Int) -> BuildRun.SourceResult? {
        get { places.indices.contains(order) ? places[order]?.result : nil }
        set { places[order] = newValue.map(Box.init) }
    }

    subscript(order: Int, default none: @autoclosure () -> BuildRun.SourceResult) -> BuildRun.SourceResult {
        get { self[order] ?? none() }
        set { self[order] = newValue }
    }

    /// What there is to publish so far, in the manifest's order, and no copy of it.
    var items: Items {
        Items(
            boxes: places.compactMap { box in
                if let box, box.result.item != nil { box } else { nil }
            })
    }

    /// What there is to publish of sources that are finished.
    struct Items: RandomAccessCollection, Sendable {
        fileprivate let boxes: [Box]

        var startIndex: Int { boxes.startIndex }
        var endIndex: Int { boxes.endIndex }

        subscript(place: Int) -> FinishedSources.Item {
            guard let item = boxes[place].result.item else {
                preconditionFailure("a result without an item is not among them")
            }
            return item
        }
    }

    /// Those that are there, in the manifest's order.
    var inOrder: some Sequence<(order: Int, result: BuildRun.SourceResult)> {
        places.enumerated().lazy.compactMap { order, box in box.map { (order, $0.result) } }
    }
}
