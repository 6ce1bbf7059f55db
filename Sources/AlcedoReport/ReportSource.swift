import AlcedoIndex

/// One image of the index with everything made from it.
struct ReportSource: Hashable, Sendable {
    var id: String
    var entry: ImageIndex.Entry
    /// The variants, sorted by name.
    var variants: [ReportVariant]

    init(id: String, entry: ImageIndex.Entry) {
        self.id = id
        self.entry = entry
        self.entry.source.bytes = entry.source.bytes.calculable
        let bytes = self.entry.source.bytes
        variants = entry.variants.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { ReportVariant($0.key, $0.value, originalBytes: bytes) }
    }

    var files: [ReportFile] { variants.flatMap(\.files) }

    /// The bytes of all files of its variants.
    var bytes: Int { files.reduce(0) { $0 + $1.file.bytes } }

    /// The saving if a browser uses the smallest file of each size instead of the last format's, over all sizes with
    /// several formats; `nil` if there is no such size.
    var saving: Double? {
        var (smallest, fallback) = (0, 0)
        for row in variants.filter({ !$0.isInline }).flatMap(\.rows) {
            let bytes = row.files.compactMap { $0?.file.bytes }
            guard bytes.count > 1, let last = row.files.last.flatMap({ $0?.file.bytes }) else { continue }
            smallest += bytes.min() ?? 0
            fallback += last
        }
        return fallback > 0 ? 1 - Double(smallest) / Double(fallback) : nil
    }

    /// By how many bytes its files are smaller or larger than before; `nil` if none has changed.
    var change: Int? {
        let compared = files.filter { $0.former != nil }
        guard !compared.isEmpty else { return nil }
        return abs(compared.reduce(0) { $0 + $1.file.bytes - ($1.former?.bytes ?? 0) })
    }

    /// The lowest score of its files; `nil` if none was scored.
    var lowestScore: Double? { files.compactMap(\.file.score).min() }

    /// The number of files that are larger than the last format's in the same size.
    var largerThanFallback: Int { files.reduce(0) { $0 + ($1.isLargerThanFallback ? 1 : 0) } }
}
