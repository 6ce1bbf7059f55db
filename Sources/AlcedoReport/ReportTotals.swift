import AlcedoIndex
import AlcedoManifest

/// Sums over many sources. A file that several entries of the index name is counted once.
struct ReportTotals: Hashable, Sendable {
    /// One format over all sources.
    struct Format: Hashable, Sendable {
        var name: String
        var files = 0
        var bytes = 0
        /// The pixels of all files, each with one frame.
        var pixels = 0.0
        /// The number of files with a counterpart of the last format in the same size.
        var compared = 0
        /// The bytes of these files.
        var comparedBytes = 0
        /// The bytes of their counterparts.
        var fallbackBytes = 0
        /// The number of these files that are larger than their counterparts.
        var larger = 0

        /// The scores of the files that have one.
        var allScores: [Double] = []

        /// Their mean and the lowest; `nil` if none has a score.
        var scores: (mean: Double, lowest: Double)? {
            allScores.min().map { (allScores.reduce(0, +) / Double(allScores.count), $0) }
        }

        /// Bits per pixel over all files.
        var bitsPerPixel: Double { pixels > 0 ? Double(bytes) * 8 / pixels : 0 }

        /// The saving compared with the last formats in the same sizes; `nil` if nothing can be compared.
        var saving: Double? {
            fallbackBytes > 0 ? 1 - Double(comparedBytes) / Double(fallbackBytes) : nil
        }
    }

    var sources = 0
    /// The bytes of the originals.
    var originalBytes = 0
    /// The number of files in the output directory.
    var files = 0
    /// The bytes of these files.
    var bytes = 0
    /// The number of pictures stored in the index as `data:` URIs.
    var inlineFiles = 0
    /// The bytes of these pictures.
    var inlineBytes = 0
    /// The formats of the files in the output directory, with the most bytes first.
    var formats: [Format] = []
    /// The names of the formats that others are compared with: the last format of each variant.
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
        if let score = file.file.score { allScores.append(score) }
        guard let fallback = file.fallback else { return }
        compared += 1
        comparedBytes += file.file.bytes
        fallbackBytes += fallback
        if file.isLargerThanFallback { larger += 1 }
    }
}
