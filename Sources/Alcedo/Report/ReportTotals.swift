import AlcedoIndex

/// Sums over many sources. A file that several entries of the index name counts once.
struct ReportTotals: Hashable, Sendable {
    /// One format over all sources.
    struct Format: Hashable, Sendable {
        var name: String
        var files = 0
        var bytes = 0
        /// Of all its files, each with one frame.
        var pixels = 0.0
        /// Files that have one of the last format beside them in the same size.
        var compared = 0
        /// The bytes of those.
        var comparedBytes = 0
        /// The bytes of the last format's files beside them.
        var fallbackBytes = 0
        /// Those that are larger than what they are compared with.
        var larger = 0

        /// Bits for each pixel of all its files together.
        var bitsPerPixel: Double { pixels > 0 ? Double(bytes) * 8 / pixels : 0 }

        /// What it saves against the last formats in the same sizes; `nil` if nothing can be compared.
        var saving: Double? {
            fallbackBytes > 0 ? 1 - Double(comparedBytes) / Double(fallbackBytes) : nil
        }
    }

    var sources = 0
    /// The bytes of the originals.
    var originalBytes = 0
    /// Files in the output directory.
    var files = 0
    /// Their bytes.
    var bytes = 0
    /// Pictures that are in the index itself, as `data:` URIs.
    var inlineFiles = 0
    /// Their bytes.
    var inlineBytes = 0
    /// Of the files in the output directory, those with the most bytes first.
    var formats: [Format] = []
    /// The names of the formats that others are compared with: the last of a variant.
    var fallbacks: [String] = []

    init(_ sources: [ReportSource]) {
        self.sources = sources.count
        var seen: Set<String> = []
        var byName: [String: Format] = [:]
        var last: Set<String> = []
        for source in sources {
            originalBytes += source.entry.source.bytes
            for file in source.files {
                guard let name = file.file.file else {
                    inlineFiles += 1
                    inlineBytes += file.file.bytes
                    continue
                }
                guard seen.insert(name).inserted else { continue }
                files += 1
                bytes += file.file.bytes
                byName[file.format, default: Format(name: file.format)].add(file)
            }
            for variant in source.variants where variant.formats.count > 1 && !variant.isInline {
                if let name = variant.formats.last { last.insert(name) }
            }
        }
        formats = byName.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
        fallbacks = last.sorted()
    }
}

extension ReportTotals.Format {
    fileprivate mutating func add(_ file: ReportFile) {
        files += 1
        bytes += file.file.bytes
        pixels += file.pixels
        guard let fallback = file.fallback else { return }
        compared += 1
        comparedBytes += file.file.bytes
        fallbackBytes += fallback
        if file.isLargerThanFallback { larger += 1 }
    }
}
