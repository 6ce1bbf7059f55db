import AlcedoBase
import AlcedoCache

/// Statistics of the last build that had something to do, and of the last trimming.
struct CacheHistory: Hashable, Codable {
    /// Seconds since 1970; `nil` before the first.
    var built: Int?
    var hits = 0
    var misses = 0
    var bad = 0
    var stored = 0
    var storedBytes = 0
    /// Seconds since 1970; `nil` before the first.
    var trimmed: Int?
    var trimmedEntries = 0
    var trimmedBytes = 0

    private static let name = "history"
    private static let schema = "alcedo-history-1"

    /// Loads the history from `store`; empty if it is missing, damaged or of another version.
    init(from store: DiskStore) {
        guard var reader = store.loadFields(named: Self.name) else { return }
        do {
            guard try reader.readString() == Self.schema else { return }
            let history: Self = try reader.decode()
            if history.isWithinBounds { self = history }
        } catch {
            // The history is only displayed, so nothing else depends on it.
        }
    }

    private var isWithinBounds: Bool {
        [hits, misses, bad, stored, trimmedEntries].allSatisfy(RecordBounds.count.contains)
            && [storedBytes, trimmedBytes].allSatisfy(RecordBounds.bytes.contains)
            && [built, trimmed].compactMap(\.self).allSatisfy(RecordBounds.seconds.contains)
    }

    /// - Throws: `CacheError`.
    func save(in store: DiskStore) throws {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.encode(self)
        try store.storeState(writer.bytes, named: Self.name)
    }

    mutating func note(_ statistics: CacheStatistics, at moment: Date) {
        built = Int(moment.timeIntervalSince1970)
        hits = statistics.hits
        misses = statistics.misses
        bad = statistics.bad
        stored = statistics.stored
        storedBytes = statistics.storedBytes
    }

    mutating func note(_ trimming: DiskStore.Trimming, at moment: Date) {
        trimmed = Int(moment.timeIntervalSince1970)
        trimmedEntries = trimming.removedEntries
        trimmedBytes = trimming.removedBytes
    }

    /// Whether a day has passed since the last trimming, or the clock was set back.
    func isTrimmingDue(at moment: Date) -> Bool {
        guard let trimmed else { return true }
        let seconds = Int(moment.timeIntervalSince1970) - trimmed
        return seconds < 0 || seconds >= 86_400
    }
}
