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
        let record = self.record.record
        // Twenty megabytes of JSON for ten thousand sources: read only where an entry of it may be kept.
        let previous =
            finished.isSelection || !finished.keptFromIndex.isEmpty || run.options.checksum
            ? PreviousIndex(path: run.site.indexPath, record: record)
            : try PreviousIndex(path: run.site.indexPath, unlessKnownTo: record)
        try run.refuseIndexOfOthers(previous, record, ids: finished.order)
        let (index, files, _) = try assemble(previous, tell)
        tell(.publishing(files: files.count))
        let publisher = SitePublisher(
            output: run.site.output, indexPath: run.site.indexPath, cache: run.pipeline.configuration.disk,
            states: run.states, previousIndex: previous.files, now: now,
            manifest: run.manifestPath, remembers: run.remembers, note: { run.note($0) })
        let done = try publisher.publish(
            files, index: index,
            fingerprint: finished.isSelection ? ContentDigest(hashing: index) : fingerprint,
            record: record, pruning: pruning, trustsStatus: !run.options.checksum)
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
        writer.writeList(finished.items) { writer, item in
            writer.write(item.source.id)
            writer.write(item.fingerprint)
            writer.write(item.isStale)
            writer.writeOptional(item.source.alt) { $0.write($1.written) }
            switch item.source.origin {
            case .file(_, let shown): writer.write(shown)
            case .url(let remote): writer.write(remote.url.written)
            case .data: writer.write("data")
            }
        }
        writer.writeList(finished.keptFromIndex) { $0.write($1) }
        // What is kept has a place among the others.
        writer.writeList(finished.keptFromIndex.isEmpty ? [] : finished.order) { $0.write($1) }
        return writer.digest
    }

    /// Adds the entries of the previous index that a selection leaves alone.
    private func keepUnselected(_ previous: PreviousIndex, in assembly: inout IndexAssembly) throws {
        guard finished.isSelection, let index = previous.index else { return }
        let selected = Set(finished.items.map(\.source.id)).union(finished.keptFromIndex)
        for id in index.order where !selected.contains(id) && !finished.dropped.contains(id) {
            guard let entry = index.images[id] else { continue }
            let place = finished.unselected[id]?.place
            try assembly.keep(entry, id: id, isStale: entry.stale == true, place: place)
        }
    }

    /// The bytes of the index, the files it names, and what it says.
    func assemble(
        _ previous: PreviousIndex, _ tell: (BuildEvent) -> Void
    ) throws -> (index: Data, files: [SiteFile], entries: [String: ImageIndex.Entry]) {
        var assembly = IndexAssembly(
            manifest: run.site.manifest, indexName: run.indexName)
        // What stays as it is comes first, so that a name which two want fails the one that was asked for now.
        try keepUnselected(previous, in: &assembly)
        var collisions: [NameCollision] = []
        for item in finished.items {
            do throws(SiteError) {
                try assembly.add(item)
            } catch {
                collisions.append(NameCollision(item: item, reason: error.description))
            }
        }
        if !collisions.isEmpty { throw NameCollisions(all: collisions) }
        for id in finished.keptFromIndex where !finished.dropped.contains(id) {
            guard let entry = previous.index?.images[id] else {
                tell(.warning(Diagnostic(.warning, "\(id): there is nothing to keep yet, so it is left out")))
                continue
            }
            do throws(SiteError) {
                try assembly.keep(entry, id: id, isStale: true)
            } catch {
                tell(.warning(Diagnostic(.warning, "\(id): it cannot be kept, so it is left out: \(error)")))
            }
        }
        var order = finished.order.filter { assembly.entries[$0] != nil }
        if finished.isSelection, let index = previous.index {
            let known = Set(order)
            order += index.order.filter { !known.contains($0) && assembly.entries[$0] != nil }
        }
        return (assembly.index(order: order).canonicalJSON(), assembly.files, assembly.entries)
    }
}
