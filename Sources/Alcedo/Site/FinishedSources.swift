import AlcedoBase
import Foundation

/// What became of the sources of a build.
struct FinishedSources: Sendable {
    /// One source that is finished.
    struct Item: Sendable {
        var source: ResolvedSource
        var fingerprint: ContentDigest
        var outcome: PackedOutcome
        var origin: ImageOrigin
        /// Variants that were made, and those that came from the cache; the others are unchanged.
        var made = 0
        var cached = 0
        /// Bytes that the cache could not take.
        var data: [ContentDigest: Data] = [:]
        /// Whether the source failed this time and this is what it was before.
        var isStale = false
        /// Whether nothing had changed, not even a date, so that what is remembered of it holds as it is.
        var isTakenOver = false
    }

    /// In the manifest's order.
    var items: [Item] = []
    /// In the manifest's order.
    var failures: [BuildFailure] = []
    /// Ids of the failed sources whose previous entry is kept, and which is not known any more but from the index.
    var keptFromIndex: [String] = []
    /// Ids of entries that were to be kept, and whose files are neither there nor in the cache.
    var dropped: Set<String> = []
    /// The sources that were not selected, by id.
    var unselected: [String: ResolvedSource] = [:]
    /// Local files whose digest is known now.
    var files: [String: BuildState.KnownFile] = [:]
    /// The order of the ids of all sources that the manifest has, selected or not.
    var order: [String] = []
    /// Entries that can stay as the last publication left them, as far as somebody has looked already.
    var foreseen: KeptEntries?
    /// Whether only a selection was built.
    var isSelection = false

    /// The ids of those that failed and are not shown as they were before either.
    var leftOut: Set<String> {
        if failures.isEmpty { return [] }
        return Set(failures.map(\.source)).subtracting(items.map(\.source.id)).subtracting(keptFromIndex)
    }

    /// How many are as they were, to the date.
    var takenOverCount: Int { items.indices.count { items[$0].isTakenOver } }
}

extension RandomAccessCollection<FinishedSources.Item> {
    /// Whether an entry of the index may depend on which others there are.
    // By place: an item taken out of its array is a copy with a dozen counts of references.
    var speakOfOthers: Bool { indices.contains { !self[$0].source.media.isEmpty } }
}

extension BuildReport {
    mutating func count(_ finished: FinishedSources) {
        sources =
            finished.items.count
            + Set(finished.failures.map(\.source)).subtracting(finished.items.map(\.source.id)).count
        let places = Dictionary(
            finished.failures.isEmpty ? [] : finished.order.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })
        failures = finished.failures.enumerated().sorted { left, right in
            (places[left.element.source] ?? 0, left.offset) < (
                places[right.element.source] ?? 0, right.offset
            )
        }.map(\.element)
        variants = 0
        made = 0
        cached = 0
        unchanged = 0
        bytesIn = 0
        bytesOut = 0
        for item in finished.items {
            variants += item.outcome.fileCount
            made += item.made
            cached += item.cached
            // Some of those made may have been left out again, as larger than others or of no width of their own.
            unchanged += max(0, item.outcome.fileCount - item.made - item.cached)
            bytesIn += item.outcome.bytes
            bytesOut += item.outcome.fileBytes
        }
    }

    mutating func add(_ publication: SitePublication.Result) {
        isPublished = true
        // Some may have been written before it turned out that others had to be made again.
        filesWritten += publication.written
        filesDeleted = publication.deleted
        wroteNothing = publication.wroteNothing && filesWritten == 0 && made == 0 && failures.isEmpty
    }
}
