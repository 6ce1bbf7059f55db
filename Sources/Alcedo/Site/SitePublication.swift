import AlcedoBase
import AlcedoCache
import AlcedoIndex
import Foundation

/// Brings the output directory and the index to what was finished, or finds that they are there already.
struct SitePublication: Sendable {
    /// What was done.
    struct Result: Sendable {
        var written = 0
        var deleted = 0
        var wroteNothing = false
        /// Why something that was to go is still there, if so.
        var refusal: FileSystemError?
    }

    /// A source whose files have names that others have.
    struct NameCollision: Sendable {
        var item: FinishedSources.Item
        var reason: String
    }

    /// Names that only show to be the same when the files are made: equal files may share one.
    struct NameCollisions: Error {
        var all: [NameCollision]
    }

    let run: BuildRun
    let finished: FinishedSources
    let record: OutputRecordFile

    /// Blocks: call it where that holds up nobody.
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

    /// Whether index and files are those that the last publication left, for the same sources and manifest.
    func isCurrent(_ fingerprint: ContentDigest) throws -> Bool {
        guard let index = record.index, index.fingerprint == fingerprint, index.path == run.site.indexPath,
            try FileSystem.status(of: index.path) == index.status
        else { return false }
        if case .after(let age) = pruning {
            if let due = record.nextPruning(after: age), now >= due { return false }
            // The clock was ahead when it was noted.
            if let first = record.firstOrphaned, first > now { return false }
            if !record.formerIndexes.isEmpty { return false }
        }
        return try record.hasAllFilesAsWritten(in: run.site.output)
    }

    /// Decides every byte of the index and every name of a file.
    var fingerprint: ContentDigest {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(run.site.manifest.baseURL)
        writer.writeList(run.site.manifest.variants) { $1.writePresentation(to: &$0) }
        writer.writeList(finished.items) { $1.writePresentation(to: &$0) }
        writer.writeList(finished.keptFromIndex) { $0.write($1) }
        // What is kept has a place among the others.
        writer.writeList(finished.keptFromIndex.isEmpty ? [] : finished.order) { $0.write($1) }
        return writer.digest
    }

    /// For how long it holds that a file is there. While a slow picture is made, somebody may delete another one's.
    private static let trusted = Duration.seconds(1)

    /// What the last publication left that holds as it is.
    private func keptEntries() throws -> KeptEntries? {
        // Those read the index that is there.
        if finished.isSelection || !finished.keptFromIndex.isEmpty || run.options.checksum { return nil }
        // What images say of others depends on those that were not finished then.
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

    /// What there is to publish.
    struct Assembled {
        /// The bytes of the index, in pieces that follow one another.
        var index: [ArraySlice<UInt8>]
        /// The files that it names, but for those of kept entries.
        var files: [SiteFile]
        /// Its entries, but for those that are kept.
        var entries: [String: OutputRecord.Entry]
        /// The entries that stay as they are, and where.
        var layout: IndexLayout?
        /// What the last publication left, but for what is kept.
        var record: OutputRecord
        /// The index that the last publication left, if anything in it is asked for.
        var previous: PreviousIndex
    }

    /// - Parameter kept: Entries that need not be made. All are made where a name is wanted both by one of them and by
    ///   another source: then it depends on their order who has it, and not on what was there before.
    /// - Throws: ``NameCollisions``, ``ManifestMistakes``, or `FileSystemError`.
    private func assemble(keeping kept: KeptEntries?, _ tell: (BuildEvent) -> Void) throws -> Assembled {
        guard let kept else {
            let record = self.record.record
            // Twenty megabytes of JSON for ten thousand sources: read only where an entry of it may be kept.
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
            // All of them, since what lies between two is copied with the second. No source has the key of nothing.
            entries[id] = OutputRecord.Entry(
                key: entry.key ?? ContentDigest(hashing: ""), place: place, names: entry.names)
        }
        return Assembled(
            index: text, files: assembly.names.files, entries: entries, layout: layout,
            record: record, previous: previous)
    }

    /// - Returns: The sources whose files have names that others have.
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

    /// The ids of entries of the previous index that stay.
    private func keptIDs(of previous: PreviousIndex, besides rejected: Set<String>) -> [String] {
        guard let index = previous.index else { return [] }
        let leftOut = finished.leftOut
        let kept =
            finished.isSelection ? index.order.filter { !leftOut.contains($0) } : finished.keptFromIndex
        return kept.filter {
            index.images[$0] != nil && !finished.dropped.contains($0) && !rejected.contains($0)
        }
    }

    /// Adds the entries of the previous index that a selection leaves alone.
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

    /// Makes all that there is to publish.
    ///
    /// - Parameter rejected: Ids of entries that were to be kept and cannot be.
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
        // What stays as it is comes first, so that a name which two want fails the one that was asked for now.
        try keepUnselected(previous, in: &assembly)
        let collisions = add(finished.items, to: &assembly)
        if !collisions.isEmpty { throw NameCollisions(all: collisions) }
        for id in finished.keptFromIndex where !finished.dropped.contains(id) && !rejected.contains(id) {
            guard let entry = previous.index?.images[id] else {
                // Said the first time.
                guard rejected.isEmpty else { continue }
                tell(.warning(Diagnostic(.warning, "\(id): there is nothing to keep yet, so it is left out")))
                continue
            }
            do throws(SiteError) {
                try assembly.keep(entry, id: id, isStale: true)
            } catch {
                tell(.warning(Diagnostic(.warning, "\(id): it cannot be kept, so it is left out: \(error)")))
                // Others may speak of it already.
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
