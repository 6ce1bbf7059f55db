import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest

/// Updates the output directory and the index to the finished sources, unless they are already up to date.
struct SitePublication: Sendable {
    /// Result of a publication.
    struct Result: Sendable {
        var ledger: Ledger
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

    /// Results that cannot be read, or are not what was asked for: those of a cache from elsewhere.
    struct UnusableResults: Error {
        /// Ids of the sources.
        var ids: Set<String>
        var reason: SiteError
    }

    let run: BuildRun
    let finished: FinishedSources
    let ledger: Ledger
    /// Digest of every input that determines the bytes of the index and the names of its files; `nil` for a selection,
    /// whose other entries have inputs that are not known.
    let fingerprint: ContentDigest?

    init(run: BuildRun, finished: FinishedSources, ledger: Ledger) {
        self.run = run
        self.finished = finished
        self.ledger = ledger
        fingerprint = finished.isSelection ? nil : Self.fingerprint(of: finished, run.site.manifest)
    }

    /// Publishes the site. Blocks, so do not call it on a cooperative thread.
    ///
    /// - Parameter announce: Receives everything that may be in the output directory, before the first change.
    /// - Throws: `NameCollisions`, what `SitePublisher` throws, `SiteError`, `ManifestMistakes`, or
    ///   `FileSystemError`.
    func publish(
        announce: @escaping @Sendable (Ledger.Output) -> Void,
        _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws -> Result {
        if try isCurrent() { return Result(ledger: ledger, wroteNothing: true) }
        let assembled = try assemble(tell)
        tell(.publishing(files: assembled.files.count))
        let publisher = publisher(announce: announce)
        let plan = try plan(assembled, publisher)
        if !plan.recoded.isEmpty {
            tell(.warning(Diagnostic(.warning, PublicationPlan.rewritten(plan.recoded))))
        }
        // Reports compare indexes in one file.
        let comparesIndex = plan.writesIndex && run.site.manifest.indexSplit == nil
        let former = comparesIndex ? run.keepIndex(plan.lastIndex) : nil
        var done = try publisher.publish(plan, pruning)
        run.noteChange(from: former, to: done.output.index)
        for name in done.foreign {
            tell(
                .warning(
                    Diagnostic(
                        .warning,
                        "\(name) is no longer part of the site, but was changed since Alcedo wrote it: it was left"
                    )))
        }
        for path in done.elsewhere {
            tell(
                .warning(
                    Diagnostic(
                        .warning,
                        "\(path) is no longer the index, but is neither in the output nor beside the manifest: it was "
                            + "left; delete it if it is not needed")))
        }
        for name in assembled.kept?.partNames ?? [] { done.output.files[name] = ledger.output.files[name] }
        var ledger = ledger
        ledger.remember(done.output, assembled.entries(with: done.output.files), keeping: assembled.kept)
        return Result(
            ledger: ledger, written: done.written, deleted: done.deleted,
            wroteNothing: done.written == 0 && done.deleted == 0 && !done.indexWritten, refusal: done.refusal)
    }

    /// A publication that is not carried out.
    struct Preview: Sendable {
        var plan = PublicationPlan()
        /// Names of files to delete, and paths of former indexes.
        var deleted: [String] = []
        /// Paths of files that are no longer needed, but would be left because they were changed.
        var foreign: [String] = []
    }

    /// Finds out what publishing would do, as far as it is known.
    ///
    /// - Throws: What publishing would, before its first write.
    func preview(_ tell: (BuildEvent) -> Void) throws -> Preview {
        if !finished.isPartial, try isCurrent() { return Preview() }
        let (publisher, disk) = (publisher(), run.pipeline.configuration.disk)
        var preview = Preview(plan: try plan(try assemble(tell), publisher))
        let lost = preview.plan.missing.values.filter {
            $0.content == .cached && !disk.contains($0.digest, bytes: $0.bytes)
        }
        if !lost.isEmpty { throw SitePublisher.LostFromCache(files: lost) }
        let intended = preview.plan.intended
        for name in preview.plan.orphans {
            guard let file = intended.files[name] else { continue }
            switch try publisher.fate(of: name, file, pruning) {
            case .deleted: preview.deleted.append(name)
            case .foreign: preview.foreign.append(run.site.output + "/" + name)
            case .absent, .waiting, .elsewhere: break
            }
        }
        for former in intended.formerIndexes where pruning != .keepAll {
            switch try publisher.formerIndexes.fate(of: former) {
            case .deleted: preview.deleted.append(former.path)
            case .foreign: preview.foreign.append(former.path)
            case .absent, .waiting, .elsewhere: break
            }
        }
        return preview
    }

    private func publisher(announce: @escaping @Sendable (Ledger.Output) -> Void = { _ in }) -> SitePublisher
    {
        SitePublisher(
            output: run.site.output, indexPath: run.site.indexPath, cache: run.pipeline.configuration.disk,
            states: run.states, now: now, manifest: run.manifestPath, announce: announce)
    }

    /// Compares everything to publish with the output directory.
    private func plan(_ assembled: Assembled, _ publisher: SitePublisher) throws -> PublicationPlan {
        var known = ledger.output(besides: assembled.kept)
        // Another entry may have the same picture under the same name.
        for name in assembled.kept?.names ?? [] { known.files[name] = nil }
        let plan = try publisher.plan(
            assembled.files,
            index: SitePublisher.IndexText(
                assembled.index, fingerprint: fingerprint,
                known: assembled.kept?.index),
            known: known, previous: assembled.previous.ownedFiles(below: run.site.output),
            besides: assembled.kept?.names ?? [],
            trustsStatus: !run.options.checksum)
        let misstated = plan.misstated.intersection(finished.items.map(\.source.id))
        if !misstated.isEmpty {
            throw UnusableResults(ids: misstated, reason: IndexAssembly.unusable)
        }
        return plan
    }

    private var now: Int { Int(Date().timeIntervalSince1970) }

    private var pruning: SitePublisher.Pruning {
        if finished.isSelection { return .keepAll }
        switch run.site.manifest.prune {
        case .now: return .after(seconds: 0)
        case .never: return .keepAll
        case .after(let seconds): return .after(seconds: seconds)
        }
    }

    /// Whether index and files are unchanged since the last publication of the same sources and manifest.
    private func isCurrent() throws -> Bool {
        if run.options.checksum { return false }
        let output = ledger.output
        guard let fingerprint, let index = output.index, index.fingerprint == fingerprint,
            index.path == run.site.indexPath,
            try FileSystem.status(of: index.path) == index.status
        else { return false }
        if case .after(let age) = pruning {
            if let due = output.nextPruning(after: age), now >= due { return false }
            // The clock was ahead when the time was recorded.
            if let first = output.firstOrphaned, first > now { return false }
            if !output.formerIndexes.isEmpty { return false }
        }
        return try ledger.hasAllFilesAsWritten(in: run.site.output)
    }

    private static func fingerprint(of finished: FinishedSources, _ manifest: Manifest) -> ContentDigest {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(manifest.baseURL)
        writer.writeOptional(manifest.indexSplit) { $0.write($1) }
        writer.writeList(manifest.variants) { $1.writePresentation(to: &$0) }
        writer.writeList(finished.items) { $1.writePresentation(to: &$0) }
        // Of kept entries, what they may tell depends on the variants of their sources.
        let telling = Set(manifest.variants.filter { $0.gps != .none }.map(\.name))
        writer.writeList(finished.keptFromIndex) { writer, id in
            writer.write(id)
            writer.write(
                finished.keptSources[id].map { $0.variants.contains(where: telling.contains) } ?? true)
        }
        if let favicon = finished.favicon { writer.encode(favicon) }
        // The position of kept entries depends on the order of all.
        writer.writeList(finished.keptFromIndex.isEmpty ? [] : finished.order) { $0.write($1) }
        return writer.digest
    }

    // MARK: Assembly

    /// Everything to publish.
    private struct Assembled {
        /// Bytes of the index, in consecutive pieces.
        var index: [ArraySlice<UInt8>]
        /// Files and entries, except those of kept entries.
        var files: [SiteFile]
        var entries: [String: IndexAssembly.Entry]
        /// Entries that are copied from the last index.
        var kept: KeptEntries?
        /// Index of the last publication, if it had to be read.
        var previous: PreviousIndex

        /// Returns the entries for the ledger.
        func entries(with files: [String: Ledger.File]) -> [String: Ledger.Entry] {
            entries.mapValues { entry in
                Ledger.Entry(
                    key: entry.key, length: entry.text.count,
                    files: entry.names.compactMap { name in files[name].map { (name, $0) } })
            }
        }
    }

    /// Assembles everything to publish.
    ///
    /// - Throws: `NameCollisions`, `SiteError`, `ManifestMistakes`, or `FileSystemError`.
    private func assemble(_ tell: (BuildEvent) -> Void) throws -> Assembled {
        // An index of many thousand sources is large, so it is only read if one of its entries may be kept, or the
        // ledger does not know its files.
        let readsIndex = finished.isSelection || !finished.keptFromIndex.isEmpty || run.options.checksum
        let (path, output) = (run.site.indexPath, ledger.output)
        let previous =
            try readsIndex
            ? PreviousIndex(path: path, output: output, in: run.formerIndexes)
            : PreviousIndex(path: path, unlessKnownTo: output, in: run.formerIndexes)
        try run.refuseIndexOfOthers(previous, output, ids: finished.order)
        if !readsIndex,
            let kept = try KeptEntries(
                of: finished, manifest: run.site.manifest, ledger: ledger, output: run.site.output,
                indexPath: path)
        {
            let items = finished.items.filter { !isKept($0.source.id, kept) }
            var assembly = assembly(items.count)
            let collisions = try add(items, to: &assembly)
            // If another source claims a file name of a kept entry, all entries are made: the order of sources decides
            // which one gets the name, and not the previous output.
            if collisions.isEmpty, !assembly.names.mayCollide(with: kept) {
                return try assembled(assembly, finished.order, kept, previous)
            }
        }
        var rejected: Set<String> = []
        while true {
            if let assembled = try assemble(previous, besides: &rejected, tell) { return assembled }
        }
    }

    /// Assembles everything anew, apart from entries of sources that failed or were not selected.
    ///
    /// - Parameter rejected: Ids of entries that cannot be kept. One is added with every `nil`.
    private func assemble(
        _ previous: PreviousIndex, besides rejected: inout Set<String>, _ tell: (BuildEvent) -> Void
    ) throws -> Assembled? {
        let isUnknown = previous.index == nil && ledger.hasEntries || previous.lostPart != nil
        if finished.isSelection, isUnknown {
            throw SiteError.inTheWay(
                "\(previous.lostPart ?? run.site.indexPath) is missing or cannot be read, so the entries that --only "
                    + "keeps are unknown; build once without --only")
        }
        try refuseUnsound(previous)
        var assembly = assembly(
            finished.items.count + (previous.index?.images.count ?? 0),
            keptIDs(of: previous, besides: rejected))
        // Kept entries first, so that a name collision fails the source selected now.
        try keepUnselected(previous, in: &assembly)
        let collisions = try add(finished.items, to: &assembly)
        if !collisions.isEmpty { throw NameCollisions(all: collisions) }
        let isFirst = rejected.isEmpty
        let rules = KeepingRules(run.site.manifest)
        for id in finished.keptFromIndex where !finished.dropped.contains(id) && !rejected.contains(id) {
            guard let entry = previous.index?.images[id] else {
                let reason =
                    previous.unsound[id].map {
                        "the last index cannot be trusted with it (\(Self.words($0)))"
                    }
                    ?? "there is nothing to keep yet"
                if isFirst { tell(.warning(Diagnostic(.warning, "\(id): \(reason), so it is left out"))) }
                continue
            }
            do throws(SiteError) {
                if let objection = objection(rules, to: entry, id, finished.keptSources[id]) {
                    throw .inTheWay(objection)
                }
                try assembly.keep(entry, id: id, isStale: true, source: finished.keptSources[id])
            } catch {
                tell(.warning(Diagnostic(.warning, "\(id): it cannot be kept, so it is left out: \(error)")))
                // Other entries may already refer to it.
                rejected.insert(id)
                return nil
            }
        }
        var order = finished.order
        if finished.isSelection, let index = previous.index {
            let known = Set(order)
            order += index.order.filter { !known.contains($0) }
        }
        return try assembled(assembly, order, nil, previous)
    }

    /// Refuses a selection beside entries that are not as a build writes them: they would be kept as they are.
    private func refuseUnsound(_ previous: PreviousIndex) throws(SiteError) {
        guard finished.isSelection else { return }
        let made = Set(finished.items.map(\.source.id)).union(finished.dropped).union(finished.leftOut)
        guard let id = previous.unsound.keys.filter({ !made.contains($0) }).min(),
            let reason = previous.unsound[id]
        else { return }
        throw .inTheWay(
            "\(previous.path): \(Self.words(reason)), so the entry of '\(id)' that --only keeps is not kept; build once "
                + "without --only")
    }

    private static func words(_ error: ImageIndexError) -> String {
        guard case .malformed(let place, let reason) = error else { return "\(error)" }
        return "\(place): \(reason)"
    }

    private func assembly(_ count: Int, _ others: [String] = []) -> IndexAssembly {
        IndexAssembly(
            manifest: run.site.manifest, indexName: run.indexName, expecting: count,
            alternatives: finished.alternatives(others))
    }

    /// - Parameter order: Ids in the order of the index, with or without an entry.
    private func assembled(
        _ assembly: IndexAssembly, _ order: [String], _ kept: KeptEntries?, _ previous: PreviousIndex
    ) throws(SiteError) -> Assembled {
        var assembly = assembly
        let order = order.filter { assembly.entries[$0] != nil || isKept($0, kept) }
        let index =
            if let split = run.site.manifest.indexSplit,
                let names = IndexPartNames(run.site.indexPath, below: run.site.output)
            {
                try assembly.root(
                    siteIcons: finished.favicon, order: order, rows: ledger.rows, keeping: kept,
                    cut: IndexCut(size: split), names)
            } else {
                assembly.index(siteIcons: finished.favicon, order: order, rows: ledger.rows, keeping: kept)
            }
        return Assembled(
            index: index,
            files: assembly.names.files,
            entries: assembly.entries, kept: kept, previous: previous)
    }

    private func isKept(_ id: String, _ kept: KeptEntries?) -> Bool {
        guard let kept, let place = ledger.place(of: id) else { return false }
        return kept.contains(place)
    }

    /// - Returns: The sources whose file names collide with others.
    /// - Throws: `UnusableResults`.
    private func add(
        _ items: [FinishedSources.Item], to assembly: inout IndexAssembly
    ) throws -> [NameCollision] {
        var collisions: [NameCollision] = []
        var unusable: UnusableResults?
        for item in items {
            do throws(SiteError) {
                try assembly.add(item)
            } catch {
                if case .forgotten = error {
                    unusable = unusable ?? UnusableResults(ids: [], reason: error)
                    unusable?.ids.insert(item.source.id)
                } else {
                    collisions.append(NameCollision(item: item, reason: error.description))
                }
            }
        }
        if let unusable { throw unusable }
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
        let rules = KeepingRules(run.site.manifest)
        for id in index.order where !selected.contains(id) && !finished.dropped.contains(id) {
            guard let entry = index.images[id] else { continue }
            if let objection = objection(rules, to: entry, id, finished.unselected[id]) {
                throw SiteError.inTheWay(
                    "\(previous.path): the entry of '\(id)' that --only keeps is not kept: \(objection); build once "
                        + "without --only")
            }
            try assembly.keep(
                entry, id: id, isStale: entry.stale == true, source: finished.unselected[id])
        }
    }

    /// Returns why an entry of the previous index is not kept, if that is so.
    private func objection(
        _ rules: KeepingRules, to entry: ImageIndex.Entry, _ id: String, _ source: ResolvedSource?
    ) -> String? {
        rules.objection(
            to: entry, of: source, knownBy: ledger.result(of: id)
        ) { name, file in
            let path = run.site.output + "/" + name
            do {
                return try FileSystem.read(path, limit: file.bytes, followingLinks: false)
            } catch {
                // It is written again from the cache, or lost.
                return run.pipeline.configuration.disk.data(for: file.digest, bytes: file.bytes)
            }
        }
    }
}
