import AlcedoBase
import AlcedoContainers
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

/// Builds index entries and file names from finished sources.
struct IndexAssembly {
    let manifest: Manifest
    private(set) var names: FileNames
    /// Entries by id.
    private(set) var entries: [String: Entry] = [:]

    /// Version of Alcedo in the index.
    static let generator = "alcedo \(AlcedoVersion.current)"

    /// Position of an entry in the text, and the files it names.
    struct Entry {
        /// Digest of the entry's inputs; see `EntryKey`. No source has that of an entry from the previous index: the
        /// digest of the empty string.
        var key = ContentDigest(hashing: "")
        var text: Range<Int>
        var names: [String]
    }

    // Concatenated text of the entries. As values, the entries of a large site would need too much memory.
    private var json: CanonicalJSON
    private let keys: EntryKey
    private let variants: [String: Variant]
    private let alternatives: Set<String>
    private var keyWriter = FieldWriter()

    /// - Parameters:
    ///   - indexName: Path of the index relative to the output directory, if it is inside.
    ///   - count: Maximum number of entries.
    ///   - alternatives: All ids of the new index, if any source has `media` alternatives.
    init(
        manifest: Manifest, indexName: String? = nil, expecting count: Int = 0,
        alternatives: Set<String> = []
    ) {
        self.manifest = manifest
        self.alternatives = alternatives
        // Unused capacity costs nothing, while a growing text exists twice during each reallocation.
        json = CanonicalJSON(capacity: 8192 * count, depth: ImageIndex.depthOfEntries)
        keys = EntryKey(manifest)
        variants = manifest.variantsByName
        names = FileNames(indexName: indexName)
    }

    /// Adds a source.
    /// - Throws: `SiteError.collision(_:)` if a file with different bytes has the name of one of its files. The
    ///   source is then not added at all.
    mutating func add(_ item: FinishedSources.Item) throws(SiteError) {
        let entry = try addFiles(of: item)
        note(entry, item.source.id, key: keys.key(of: item, alternatives: alternatives, &keyWriter))
    }

    /// Adds the files of a source, but not its entry, which is returned.
    /// - Throws: `SiteError.collision(_:)`, like ``add(_:)``.
    mutating func addFiles(of item: FinishedSources.Item) throws(SiteError) -> ImageIndex.Entry {
        names.begin(item.source.id, at: item.source.place)
        do throws(SiteError) {
            return try entry(item)
        } catch {
            names.undo()
            throw error
        }
    }

    private mutating func note(_ entry: ImageIndex.Entry, _ id: String, key: ContentDigest) {
        let start = json.bytes.count
        entry.write(to: &json)
        entries[id] = Entry(key: key, text: start..<json.bytes.count, names: names.ofSource)
    }

    private mutating func entry(_ item: FinishedSources.Item) throws(SiteError) -> ImageIndex.Entry {
        let outcome: SourceOutcome
        do throws(FieldReader.Malformed) {
            outcome = try item.record.outcome()
        } catch {
            throw Self.unusable
        }
        let metadata = outcome.facts.decodedMetadata
        var entry = ImageIndex.Entry(
            alt: item.source.alt?.render(meta: metadata.fields), source: Self.source(item, outcome))
        let meta = ImageIndex.Meta(metadata, tellsPosition: askForPosition(item.source.variants))
        if !meta.isEmpty { entry.meta = meta }
        if let placeholders = outcome.placeholders {
            entry.placeholders = ImageIndex.Placeholders(placeholders)
        }
        if item.isStale { entry.stale = true }
        if item.isFallback { entry.fallback = true }
        // Omit alternatives that failed and were left out.
        let media = item.source.media.filter { alternatives.contains($0.id) }
        if !media.isEmpty {
            entry.media = media.map { ImageIndex.MediaAlternative(image: $0.id, media: $0.condition) }
        }
        for variant in outcome.variants {
            guard let definition = variants[variant.name], !variant.files.isEmpty else {
                continue
            }
            // The format determines the file's extension, and its type in pages.
            guard variant.files.allSatisfy({ definition.mayHave($0.record.format) }) else {
                throw Self.unusable
            }
            entry.variants[variant.name] = try self.variant(
                variant, definition, item, outcome.facts.facts.type)
            if !item.isFallback, item.failedVariants.contains(variant.name) {
                entry.variants[variant.name]?.fallback = true
            }
        }
        let made = entry.variants
        for name in made.keys {
            entry.variants[name]?.media = others(insteadOf: name, item.source, made)
        }
        return entry
    }

    private func askForPosition(_ names: some Sequence<String>) -> Bool {
        names.contains { variants[$0].map { $0.gps != .none } ?? false }
    }

    /// Returns the variants to show instead of one: the source's, and the variant's for other conditions.
    private func others(
        insteadOf name: String, _ source: ResolvedSource, _ made: [String: ImageIndex.Variant]
    ) -> [ImageIndex.VariantAlternative]? {
        var conditions: Set<String> = []
        let all = ((source.alternatives[name] ?? []) + (variants[name]?.media ?? [])).filter {
            // A variant whose files were all left out is not named.
            made[$0.variant] != nil && conditions.insert($0.condition).inserted
        }
        return all.isEmpty
            ? nil : all.map { ImageIndex.VariantAlternative(media: $0.condition, variant: $0.variant) }
    }

    /// Adds an entry of the previous index, with its files.
    ///
    /// - Parameter source: The source, if it is known.
    /// - Throws: `SiteError.collision(_:)`, or `SiteError.inTheWay(_:)` for the name of a file that no build gives it. The
    ///   entry is then not added at all.
    mutating func keep(
        _ entry: ImageIndex.Entry, id: String, isStale: Bool, source: ResolvedSource? = nil
    ) throws(SiteError) {
        try refuseForeignNames(of: entry, id)
        // The base URL may have changed since.
        var entry = entry.mapAddresses { url, file in
            file?.file.map { URLPath.url(of: $0, below: manifest.baseURL) } ?? url
        }
        names.begin(id, at: source?.place)
        if isStale { entry.stale = true }
        // Remove a position that no variant asks for, even from an old entry.
        if !(source.map { askForPosition($0.variants) } ?? askForPosition(variants.keys)) {
            entry.meta?.removePosition()
            if entry.meta?.isEmpty == true { entry.meta = nil }
        }
        entry.media?.removeAll { !alternatives.contains($0.image) }
        if entry.media?.isEmpty == true { entry.media = nil }
        do throws(SiteError) {
            let shapes = PreviousIndex.shapes(of: entry)
            for (name, file) in PreviousIndex.files(of: entry).sorted(by: { $0.key < $1.key }) {
                try names.take(
                    SiteFile(
                        name: name, digest: file.digest, bytes: file.bytes, content: .cached, source: id,
                        shape: shapes[name]))
            }
        } catch {
            names.undo()
            throw error
        }
        note(entry, id, key: ContentDigest(hashing: ""))
    }

    /// The files of an entry are written under the names that it has for them.
    private func refuseForeignNames(of entry: ImageIndex.Entry, _ id: String) throws(SiteError) {
        for (name, variant) in entry.variants {
            let template = variants[name]?.nameTemplate ?? .standard
            for format in variant.formats {
                let extensions = OutputFormat(rawValue: format.format)?.fileExtensions ?? [format.format]
                for file in format.files { try refuse(file.file, id, unlessFrom: template, extensions) }
            }
            for video in variant.video ?? [] {
                let type = video.type.prefix { $0 != ";" }
                let word = String(type.drop { $0 != "/" }.dropFirst())
                try refuse(video.file, id, unlessFrom: template, [word])
            }
        }
    }

    private func refuse(
        _ file: String?, _ id: String, unlessFrom template: NameTemplate, _ extensions: [String]
    ) throws(SiteError) {
        guard let file, !template.mayMake(file, extensions: extensions) else { return }
        throw .inTheWay(
            "the last index has a file of '\(id)' with the name '\(file)', which no build gives it; build once without --only"
        )
    }

    /// Returns the text of the index in pieces: with all added entries, and the kept ones of these rows.
    func index(
        siteIcons: ImageIndex.Favicon? = nil, order: [String], rows: [Ledger.Row], keeping kept: KeptEntries?
    ) -> [ArraySlice<UInt8>] {
        // Capacity for the keys and the order, which avoids reallocation.
        var text = CanonicalJSON(
            capacity: 64 * order.count + 1024
                + entries.keys.reduce(0) { $0 + 32 + 2 * $1.utf8.count })
        ImageIndex.write(
            baseURL: manifest.baseURL, generator: Self.generator, order: order, siteIcons: siteIcons,
            to: &text
        ) { text in
            forEachEntry(rows, keeping: kept) { id, entry in
                text.key(id)
                text.value(entry)
            }
        }
        return text.pieces
    }

    /// Calls `body` with the id and the text of each entry, in the order of the ids. Entries in parts of the index that
    /// stay have no text.
    func forEachEntry(
        _ rows: [Ledger.Row], keeping kept: KeptEntries?, _ body: (String, ArraySlice<UInt8>) -> Void
    ) {
        var places = rows.indices[...]
        func keep(until id: String?) {
            guard let kept else { return }
            while let place = places.first, id.map({ ImageIndex.stands(rows[place].id, before: $0) }) ?? true
            {
                places.removeFirst()
                if kept.contains(place) { body(rows[place].id, kept.text(place)) }
            }
        }
        for id in entries.keys.sorted(by: ImageIndex.stands) {
            guard let entry = entries[id] else { continue }
            keep(until: id)
            body(id, json.bytes[entry.text])
        }
        keep(until: nil)
    }

    /// Adds a part of the index.
    /// - Throws: `SiteError.collision(_:)` if a picture has its name.
    mutating func add(part file: SiteFile) throws(SiteError) {
        names.begin(file.source, at: nil)
        try names.take(file)
    }

    /// The result of a source cannot be used, and is made again.
    static let unusable = SiteError.forgotten(
        "its result in the cache cannot be read; build again with --force-refresh")

    private static func source(
        _ item: FinishedSources.Item, _ outcome: SourceOutcome
    ) -> ImageIndex.Source {
        let facts = outcome.facts.facts
        var source = ImageIndex.Source(
            bytes: item.record.bytes, digest: item.record.digest.sri, format: facts.type.rawValue,
            frames: facts.frames, height: facts.height, width: facts.width)
        // The picture is only a frame of it.
        if case .moment = item.source.part {
            source.format = item.source.origin.fileName.fileExtension?.lowercased() ?? "video"
        }
        (source.path, source.url) = item.source.origin.address
        return source
    }

    private mutating func variant(
        _ variant: SourceOutcome.Variant, _ definition: Variant, _ item: FinishedSources.Item,
        _ type: ImageType
    ) throws(SiteError) -> ImageIndex.Variant {
        var formats: [(format: OutputFormat, files: [ImageIndex.File])] = []
        var videos: [ImageIndex.Video] = []
        for file in variant.files {
            let entry = try self.file(file, definition, item, type)
            if file.record.format.isVideo {
                videos.append(
                    ImageIndex.Video(
                        entry, type: file.record.format.mediaType, duration: Double(file.record.frames) / 1000
                    ))
                continue
            }
            if let index = formats.firstIndex(where: { $0.format == file.record.format }) {
                formats[index].files.append(entry)
            } else {
                formats.append((file.record.format, [entry]))
            }
        }
        let entries = formats.map { format, files in
            let sorted = files.sorted { $0.width < $1.width }
            return ImageIndex.Format(
                files: sorted, format: format.word,
                srcset: ImageIndex.Format.srcset(of: sorted, sizes: definition.sizes), type: format.mediaType)
        }
        var result = ImageIndex.Variant(formats: entries, sizes: definition.sizes)
        if !videos.isEmpty { result.video = videos }
        if !definition.isInline, let largest = entries.last?.files.last {
            // `width` and `height` of an <img> are CSS pixels.
            let density = largest.density ?? 1
            result.img = ImageIndex.Fallback(
                height: max(1, Int((Double(largest.height) / density).rounded())), src: largest.url,
                width: max(1, Int((Double(largest.width) / density).rounded())))
        }
        return result
    }

    private mutating func file(
        _ file: SourceOutcome.File, _ definition: Variant, _ item: FinishedSources.Item, _ type: ImageType
    ) throws(SiteError) -> ImageIndex.File {
        let record = file.record
        var entry = ImageIndex.File(
            bytes: record.bytes, density: file.density, height: record.height, url: "", width: record.width)
        if let found = record.found {
            entry.encodes = found.encodes
            entry.quality = found.quality.map(ImageIndex.Quality.lossy) ?? .lossless
            // Down, so that nothing seems to reach what it does not.
            entry.score = found.score.map { ($0 * 10).rounded(.down) / 10 }
        }
        if let inline = file.inline {
            // It goes into pages as it is.
            guard EncodedShape(record).fits(inline) else { throw Self.unusable }
            entry.url = "data:\(record.format.mediaType);base64,\(inline.base64EncodedString())"
            return entry
        }
        let name = definition.fileName(of: item.source, type, file)
        try names.take(
            SiteFile(
                name: name, digest: record.digest, bytes: record.bytes,
                content: item.data[record.digest].map { .memory($0) } ?? .cached, source: item.source.id,
                shape: EncodedShape(record)))
        entry.file = name
        entry.digest = record.digest.sri
        entry.url = URLPath.url(of: name, below: manifest.baseURL)
        return entry
    }
}

extension Variant {
    /// Whether one of its files may have this format.
    fileprivate func mayHave(_ format: OutputFormat) -> Bool {
        guard case .custom = format else { return true }
        if videos.contains(where: { $0.output == format }) { return true }
        return formats.contains { requested in
            switch requested {
            case .format(let own): own == format
            case .serializer(let own): own.serializer.format == format
            case .original, .verbatim: OutputFormat.onlyOriginals.contains(format)
            case .auto, .source: false
            }
        }
    }
}

extension FactsRecord {
    /// The decoded metadata, or empty metadata if another version wrote it in another format.
    var decodedMetadata: ImageMetadata {
        do {
            return try JSONDecoder().decode(ImageMetadata.self, from: metadata)
        } catch {
            return ImageMetadata()
        }
    }
}
