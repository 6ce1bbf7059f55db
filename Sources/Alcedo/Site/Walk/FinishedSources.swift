import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// Results of all sources of a build.
struct FinishedSources: Sendable {
    /// A finished source.
    struct Item: Sendable {
        // All sources and the position of this one: a copy of each source would take megabytes.
        private var sources: [ResolvedSource]
        private var place = 0
        var record: SourceRecord
        var origin: ImageOrigin
        /// What was made and what came from the cache; `nil` if the record is the last build's.
        var outputs: [FileTally.Output]?
        /// Bytes that could not be stored in the cache.
        var data: [ContentDigest: Data] = [:]
        /// Whether the source failed this time, and this is its previous result.
        var isStale = false
        /// Whether the source failed, and this is another picture in its place.
        var isFallback = false
        /// Names of the variants that failed. Another picture is in their place, or they are left out.
        var failedVariants: Set<String> = []
        /// Whether one of these is left out.
        var isIncomplete = false

        var source: ResolvedSource { sources[place] }

        init(
            source: ResolvedSource, record: SourceRecord, origin: ImageOrigin,
            outputs: [FileTally.Output]? = nil, data: [ContentDigest: Data] = [:], isStale: Bool = false
        ) {
            sources = [source]
            self.record = record
            self.origin = origin
            self.outputs = outputs
            self.data = data
            self.isStale = isStale
        }

        /// Replaces the copy of the source with its position among all sources.
        mutating func share(_ sources: [ResolvedSource], at place: Int) {
            self.sources = sources
            self.place = place
        }
    }

    /// In the manifest's order.
    var items: [Item] = []
    /// In the manifest's order.
    var failures: [BuildFailure] = []
    /// The icons of the site.
    var favicon: ImageIndex.Favicon?
    /// Ids of failed sources whose previous entry is kept, and is known only from the index.
    var keptFromIndex: [String] = []
    /// Those of them that are known, by id.
    var keptSources: [String: ResolvedSource] = [:]
    /// Ids of entries that were to be kept, but whose files are in neither the output nor the cache.
    var dropped: Set<String> = []
    /// Unselected sources by id.
    var unselected: [String: ResolvedSource] = [:]
    /// Local files whose digest is known.
    var files: [String: Ledger.KnownFile] = [:]
    /// What a plan says of the sources that have changed, by id.
    var outputs: [String: [PlannedOutput]] = [:]
    /// Ids of all sources in the manifest's order, selected or not.
    var order: [String] = []
    /// The size of the part, if only a shard's was made.
    var share: BuildReport.Share?
    /// Whether only a selection (`--only`) was built.
    var isSelection = false

    /// Whether part of the result is unknown until it is made or loaded.
    var isPartial: Bool { outputs.values.contains(where: \.isPending) }

    mutating func note(_ outputs: [PlannedOutput]) {
        if let id = outputs.first?.source { self.outputs[id] = outputs }
    }

    /// Ids of failed sources whose previous result is not kept either.
    var leftOut: Set<String> {
        if failures.isEmpty { return [] }
        return Set(failures.map(\.source)).subtracting(items.map(\.source.id)).subtracting(keptFromIndex)
    }

    /// Ids of the new index, or none if no source has `media` alternatives, which alone refer to others.
    ///
    /// - Parameter others: Ids of entries besides the items'.
    func alternatives(_ others: [String] = []) -> Set<String> {
        // By index: iterating would copy each item.
        let hasAlternatives =
            !others.isEmpty || items.indices.contains { !items[$0].source.media.isEmpty }
        return hasAlternatives ? Set(items.lazy.map(\.source.id)).union(others) : []
    }
}

extension FinishedSources {
    /// Counts the files of all sources. Those of unchanged ones are only listed where another source may have the same.
    fileprivate func tally(_ manifest: Manifest) -> FileTally {
        var tally = FileTally()
        var seen: Set<ContentDigest> = []
        var repeated: Set<ContentDigest> = []
        // By index: iterating would copy each item.
        for place in items.indices where !seen.insert(items[place].record.digest).inserted {
            repeated.insert(items[place].record.digest)
        }
        let definitions = repeated.isEmpty ? [:] : manifest.variantsByName
        for place in items.indices {
            let isRepeated = repeated.contains(items[place].record.digest)
            items[place].add(to: &tally, listingUnchanged: isRepeated ? definitions : nil)
        }
        return tally
    }
}

extension FinishedSources.Item {
    /// Its files; those of the last build's record only in number.
    func add(to tally: inout FileTally, listingUnchanged definitions: [String: Variant]? = nil) {
        if let outputs {
            for output in outputs { tally.add(output) }
            return
        }
        let variants: [String: Variant]
        let outcome: SourceOutcome
        do {
            guard let definitions else { return tally.add(unchanged: record.fileCount) }
            outcome = try record.outcome()
            variants = definitions
        } catch {
            // The publication reports it.
            return tally.add(unchanged: record.fileCount)
        }
        for variant in outcome.variants {
            for file in variant.files where file.inline == nil {
                guard let name = variants[variant.name]?.file(of: source, outcome.facts.facts.type, file)
                else { continue }
                tally.add(
                    FileTally.Output(
                        file: name, picture: file.record.digest.hashValue, isMade: false,
                        isUnchanged: true))
            }
        }
    }
}

extension BuildReport {
    /// Whether no picture was made, neither a file nor one within the index.
    var makesNothing: Bool { made == 0 && inlineMade == 0 }

    mutating func count(_ finished: FinishedSources, _ manifest: Manifest) {
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
        let counts = finished.tally(manifest).counts
        files = counts.files
        unchanged = counts.unchanged
        cached = counts.cached
        made = counts.made
        same = counts.same
        leftOut = counts.leftOut
        inlineMade = counts.inlineMade
        bytesIn = 0
        bytesOut = 0
        for item in finished.items {
            bytesIn += item.record.bytes
            bytesOut += item.record.fileBytes
        }
    }

    mutating func add(_ publication: SitePublication.Result) {
        isPublished = true
        // An earlier attempt may have written files before others had to be remade.
        filesWritten += publication.written
        filesDeleted = publication.deleted
        wroteNothing = publication.wroteNothing && filesWritten == 0 && makesNothing && failures.isEmpty
    }
}
