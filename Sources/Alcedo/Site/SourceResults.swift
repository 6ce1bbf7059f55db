import AlcedoBase
import AlcedoManifest
import Foundation

/// Result of each source, by its position in the manifest's order.
struct SourceResults {
    fileprivate enum Place {
        case open
        case finished(Finished)
        indirect case failed(BuildRun.SourceResult)
    }

    // More compact than `SourceResult`, which takes half a kilobyte, most of it a copy of the source.
    fileprivate final class Finished: Sendable {
        let source: Int
        let fingerprint: ContentDigest
        let outcome: PackedOutcome
        let origin: ImageOrigin
        let made: Int
        let cached: Int
        let data: [ContentDigest: Data]
        let isStale: Bool
        let isTakenOver: Bool
        let failures: [BuildFailure]
        let file: (path: String, known: BuildState.KnownFile)?

        init(_ item: FinishedSources.Item, _ result: BuildRun.SourceResult, source: Int) {
            self.source = source
            fingerprint = item.fingerprint
            outcome = item.outcome
            origin = item.origin
            made = item.made
            cached = item.cached
            data = item.data
            isStale = item.isStale
            isTakenOver = item.isTakenOver
            failures = result.failures
            file = result.file
        }

        func item(of sources: [ResolvedSource]) -> FinishedSources.Item {
            FinishedSources.Item(
                source: sources[source], fingerprint: fingerprint, outcome: outcome, origin: origin,
                made: made,
                cached: cached, data: data, isStale: isStale, isTakenOver: isTakenOver)
        }
    }

    private let sources: [ResolvedSource]
    // Index into `sources` by order. An array, because filling and sorting a dictionary of ten thousand takes time.
    private let sourceAt: [Int32]
    private var places: [Place]

    /// Creates empty results for a manifest.
    ///
    /// - Parameters:
    ///   - sources: Sources to finish.
    ///   - count: Number of sources, including those that have already failed.
    init(_ sources: [ResolvedSource], count: Int) {
        self.sources = sources
        var sourceAt = [Int32](repeating: -1, count: count)
        for (place, source) in sources.enumerated() { sourceAt[source.order] = Int32(place) }
        self.sourceAt = sourceAt
        places = Array(repeating: .open, count: count)
    }

    /// Number of sources, with or without a result.
    var count: Int { places.count }

    /// Whether a source has a result.
    func has(_ order: Int) -> Bool {
        guard places.indices.contains(order) else { return false }
        if case .open = places[order] { return false }
        return true
    }

    subscript(order: Int) -> BuildRun.SourceResult? {
        get { places.indices.contains(order) ? result(at: places[order]) : nil }
        set { places[order] = place(of: newValue, at: order) }
    }

    subscript(order: Int, default none: @autoclosure () -> BuildRun.SourceResult) -> BuildRun.SourceResult {
        get { self[order] ?? none() }
        set { self[order] = newValue }
    }

    /// Finished items so far, in the manifest's order, without copying them.
    var items: Items {
        Items(
            sources: sources,
            finished: places.compactMap { if case .finished(let finished) = $0 { finished } else { nil } })
    }

    /// Collection of finished items.
    struct Items: RandomAccessCollection, Sendable {
        fileprivate let sources: [ResolvedSource]
        fileprivate let finished: [Finished]

        var startIndex: Int { finished.startIndex }
        var endIndex: Int { finished.endIndex }
        subscript(place: Int) -> FinishedSources.Item { finished[place].item(of: sources) }
    }

    /// Existing results, in the manifest's order.
    var inOrder: some Sequence<(order: Int, result: BuildRun.SourceResult)> {
        places.enumerated().lazy.compactMap { order, place in result(at: place).map { (order, $0) } }
    }

    private func place(of result: BuildRun.SourceResult?, at order: Int) -> Place {
        guard let result else { return .open }
        guard let item = result.item else { return .failed(result) }
        return .finished(Finished(item, result, source: Int(sourceAt[order])))
    }

    private func result(at place: Place) -> BuildRun.SourceResult? {
        switch place {
        case .open: nil
        case .finished(let finished):
            BuildRun.SourceResult(
                item: finished.item(of: sources), failures: finished.failures, file: finished.file)
        case .failed(let result): result
        }
    }
}
