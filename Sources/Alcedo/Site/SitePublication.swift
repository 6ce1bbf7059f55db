import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest
import Foundation

/// Updates the output directory and the index to the finished sources, unless they are already up to date.
struct SitePublication: Sendable {
    /// Result of a publication.
    struct Result: Sendable {
        var written = 0
        var deleted = 0
        var wroteNothing = false
        /// Error of the first failed deletion, if any.
        var refusal: FileSystemError?
    }

    /// A source whose file names collide with others.
    struct NameCollision: Sendable {
        var item: FinishedSources.Item
        var reason: String
    }

    /// Colliding names. Equal files may share a name, so collisions only show once the files are made.
    struct NameCollisions: Error {
        var all: [NameCollision]
    }

    let run: BuildRun
    let finished: FinishedSources
    let record: OutputRecordFile

    /// Publishes the site. Blocks, so do not call it on a cooperative thread.
    func publish(_ tell: @escaping @Sendable (BuildEvent) -> Void) throws -> Result {
        let fingerprint = self.fingerprint
        if !finished.isSelection, !run.options.checksum, try isCurrent(fingerprint) {
            return Result(wroteNothing: true)
        }
        let assembled = try assemble(keeping: try keptEntries(), tell)
        tell(.publishing(files: assembled.files.count))
        let publisher = SitePublisher(
            output: run.site.output, indexPath: run.site.indexPath, cache: run.pipeline.configuration.disk,
            states: run.states, basis: record.checksum, previousIndex: assembled.previous.files, now: now,
            manifest: run.manifestPath, changesFrom: run.options.changesFrom, remembers: run.remembers,
            note: { run.note($0) },
            noteRecoded: { paths in
                guard let names = PublicationPlan.named(paths) else { return }
                tell(
                    .warning(
                        Diagnostic(
                            .warning, "\(names) was changed since Alcedo wrote it, and is written again")))
            })
        let text = SitePublisher.IndexText(
            assembled.index, entries: assembled.entries,
            fingerprint: finished.isSelection ? nil : fingerprint,
            layout: assembled.layout)
        let done = try publisher.publish(
            assembled.files, index: text, record: assembled.record, pruning: pruning,
            trustsStatus: !run.options.checksum)
        for name in done.foreign {
            tell(
                .warning(
                    Diagnostic(
                        .warning, "\(name) is not asked for any more, but somebody changed it: it was left")))
        }
        return Result(
            written: done.written, deleted: done.deleted,
            wroteNothing: done.written == 0 && done.deleted == 0 && !done.indexWritten, refusal: done.refusal)
    }

    var now: Int { Int(Date().timeIntervalSince1970) }

    var pruning: SitePublisher.Pruning {
        if finished.isSelection { return .keepAll }
        switch run.site.manifest.prune {
        case .now: return .after(seconds: 0)
        case .never: return .keepAll
        case .after(let seconds): return .after(seconds: seconds)
        }
    }

    /// Whether index and files are unchanged since the last publication of the same sources and manifest.
    func isCurrent(_ fingerprint: ContentDigest) throws -> Bool {
        guard let index = record.index, index.fingerprint == fingerprint, index.path == run.site.indexPath,
            try FileSystem.status(of: index.path) == index.status
        else { return false }
        if case .after(let age) = pruning {
            if let due = record.nextPruning(after: age), now >= due { return false }
            // The clock was ahead when the time was recorded.
            if let first = record.firstOrphaned, first > now { return false }
            if !record.formerIndexes.isEmpty { return false }
        }
        return try record.hasAllFilesAsWritten(in: run.site.output)
    }

    /// Digest of every input that determines the bytes of the index and the names of its files.
    var fingerprint: ContentDigest {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(run.site.manifest.baseURL)
        writer.writeList(run.site.manifest.variants) { $1.writePresentation(to: &$0) }
        writer.writeList(finished.items) { $1.writePresentation(to: &$0) }
        writer.writeList(finished.keptFromIndex) { $0.write($1) }
        // The position of kept entries depends on the order of all.
        writer.writeList(finished.keptFromIndex.isEmpty ? [] : finished.order) { $0.write($1) }
        return writer.digest
    }

    /// How long the search for reusable entries is trusted. Files may be deleted while a slow picture is made.
    private static let trusted = Duration.seconds(1)

    /// Returns the entries of the last publication that can be reused as they are.
    private func keptEntries() throws -> KeptEntries? {
        // These cases read the existing index instead.
        if finished.isSelection || !finished.keptFromIndex.isEmpty || run.options.checksum { return nil }
        // `media` alternatives depend on sources that were not finished at the time of the search.
        if let foreseen = finished.foreseen, ContinuousClock.now - foreseen.since < Self.trusted,
            !finished.items.speakOfOthers,
            try FileSystem.status(of: run.site.indexPath) == record.index?.status,
            finished.takenOverCount == foreseen.itemCount
        {
            return foreseen
        }
        return try KeptEntries.Search(
            of: finished.items, manifest: run.site.manifest, record: record, output: run.site.output,
            indexPath: run.site.indexPath
        ).flatMap { try KeptEntries($0) }
    }

    /// Everything to publish.
    struct Assembled {
        /// Bytes of the index, in consecutive pieces.
        var index: [ArraySlice<UInt8>]
        /// Files named by the index, except those of kept entries.
        var files: [SiteFile]
        /// Entries of the index, except kept ones.
        var entries: [String: OutputRecord.Entry]
        /// Kept entries and their positions.
        var layout: IndexLayout?
        /// Record of the last publication, except kept entries.
        var record: OutputRecord
        /// Index of the last publication, if it had to be read.
        var previous: PreviousIndex
    }

    /// - Parameter kept: Entries to reuse. If another source claims one of their file names, all entries are made, so
    ///   that the order of sources decides which one gets the name, and not the previous output.
    /// - Throws: ``NameCollisions``, ``ManifestMistakes``, or `FileSystemError`.
    private func assemble(keeping kept: KeptEntries?, _ tell: (BuildEvent) -> Void) throws -> Assembled {
        guard let kept else {
            let record = self.record.record
            // The index has 20 MB of JSON for ten thousand sources: read it only if one of its entries may be kept.
            let previous =
                finished.isSelection || !finished.keptFromIndex.isEmpty || run.options.checksum
                ? PreviousIndex(path: run.site.indexPath, record: record)
                : try PreviousIndex(path: run.site.indexPath, unlessKnownTo: record)
            try run.refuseIndexOfOthers(previous, record, ids: finished.order)
            return try assemble(previous, record, tell)
        }
        let record: OutputRecord
        let items = kept.others(among: finished.items)
        var assembly = IndexAssembly(
            manifest: run.site.manifest, indexName: run.indexName, expecting: items.count,
            ids: IndexedIDs(finished.items))
        do {
            record = try self.record.record(besides: kept)
            guard add(items, to: &assembly).isEmpty, !assembly.names.mayCollide(with: kept) else {
                return try assemble(keeping: nil, tell)
            }
        } catch is FieldReader.Malformed {
            return try assemble(keeping: nil, tell)
        }
        let previous = try PreviousIndex(path: run.site.indexPath, unlessKnownTo: record)
        try run.refuseIndexOfOthers(previous, record, ids: finished.order)
        let order = kept.ids(among: finished.order) { assembly.entries[$0] != nil }
        return assembled(assembly, order: order, kept, record, previous)
    }

    private func assembled(
        _ assembly: IndexAssembly, order: [String], _ kept: KeptEntries?, _ record: OutputRecord,
        _ previous: PreviousIndex
    ) -> Assembled {
        let (text, places, layout) = assembly.index(order: order, keeping: kept)
        var entries: [String: OutputRecord.Entry] = [:]
        for (id, entry) in assembly.entries {
            guard let place = places[id] else { continue }
            // Include entries without a key, since the text between two entries is copied with the second. No source
            // has the digest of the empty string as its key.
            entries[id] = OutputRecord.Entry(
                key: entry.key ?? ContentDigest(hashing: ""), place: place, names: entry.names)
        }
        return Assembled(
            index: text, files: assembly.names.files, entries: entries, layout: layout,
            record: record, previous: previous)
    }

    /// - Returns: The sources whose file names collide with others.
    private func add(
        _ items: [FinishedSources.Item], to assembly: inout IndexAssembly
    ) -> [NameCollision] {
        var collisions: [NameCollision] = []
        for item in items {
            do throws(SiteError) {
                try assembly.add(item)
            } catch {
                collisions.append(NameCollision(item: item, reason: error.description))
            }
        }
        return collisions
    }

    /// Returns the ids of entries of the previous index to keep.
    private func keptIDs(of previous: PreviousIndex, besides rejected: Set<String>) -> [String] {
        guard let index = previous.index else { return [] }
        let leftOut = finished.leftOut
        let kept =
            finished.isSelection ? index.order.filter { !leftOut.contains($0) } : finished.keptFromIndex
        return kept.filter {
            index.images[$0] != nil && !finished.dropped.contains($0) && !rejected.contains($0)
        }
    }

    /// Adds the entries of the previous index for unselected sources.
    private func keepUnselected(_ previous: PreviousIndex, in assembly: inout IndexAssembly) throws {
        guard finished.isSelection, let index = previous.index else { return }
        let selected = Set(finished.items.map(\.source.id)).union(finished.keptFromIndex)
            .union(finished.leftOut)
        for id in index.order where !selected.contains(id) && !finished.dropped.contains(id) {
            guard let entry = index.images[id] else { continue }
            let place = finished.unselected[id]?.place
            try assembly.keep(entry, id: id, isStale: entry.stale == true, place: place)
        }
    }

    /// Assembles everything to publish.
    ///
    /// - Parameter rejected: Ids of entries that cannot be kept.
    /// - Throws: ``NameCollisions``, ``SiteError``.
    func assemble(
        _ previous: PreviousIndex, _ record: OutputRecord, besides rejected: Set<String> = [],
        _ tell: (BuildEvent) -> Void
    ) throws -> Assembled {
        if finished.isSelection, previous.index == nil, !self.record.entries.isEmpty {
            throw SiteError.inTheWay(
                "\(run.site.indexPath) is gone or cannot be read, so nobody knows what the images were that --only "
                    + "leaves as they are; build once without --only")
        }
        var assembly = IndexAssembly(
            manifest: run.site.manifest, indexName: run.indexName,
            expecting: finished.items.count + (previous.index?.images.count ?? 0),
            ids: IndexedIDs(finished.items, others: keptIDs(of: previous, besides: rejected)))
        // Kept entries first, so that a name collision fails the source selected now.
        try keepUnselected(previous, in: &assembly)
        let collisions = add(finished.items, to: &assembly)
        if !collisions.isEmpty { throw NameCollisions(all: collisions) }
        for id in finished.keptFromIndex where !finished.dropped.contains(id) && !rejected.contains(id) {
            guard let entry = previous.index?.images[id] else {
                // Already reported by the first attempt.
                guard rejected.isEmpty else { continue }
                tell(.warning(Diagnostic(.warning, "\(id): there is nothing to keep yet, so it is left out")))
                continue
            }
            do throws(SiteError) {
                try assembly.keep(entry, id: id, isStale: true)
            } catch {
                tell(.warning(Diagnostic(.warning, "\(id): it cannot be kept, so it is left out: \(error)")))
                // Other entries may already refer to it, so start again without it.
                return try assemble(previous, record, besides: rejected.union([id]), tell)
            }
        }
        var order = finished.order.filter { assembly.entries[$0] != nil }
        if finished.isSelection, let index = previous.index {
            let known = Set(order)
            order += index.order.filter { !known.contains($0) && assembly.entries[$0] != nil }
        }
        return assembled(assembly, order: order, nil, record, previous)
    }
}
