import AlcedoBase
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Reuses the results of the last build that are still valid, without reading any picture.
    ///
    /// Done here in chunks: a task for each of many thousand sources would cost more than the work itself.
    func takeOver(
        _ sources: [ResolvedSource], from ledger: Ledger, _ plans: PlanCache,
        into results: inout [SourceResult?]
    ) throws {
        // A build that only fills the cache has to consult the cache itself, not the ledger.
        guard !options.checksum, !options.forceRefresh, !options.ignoresCache, !options.cacheOnly,
            let engine = pipeline.configuration.engineIdentity
        else { return }
        let found = try sources.concurrentChunks { chunk in
            var found: [(order: Int, result: SourceResult)] = []
            found.reserveCapacity(chunk.count)
            var files = StatusReader()
            for (place, source) in zip(chunk.indices, chunk) {
                guard var result = try self.takeOver(source, from: ledger, plans, engine, &files) else {
                    continue
                }
                result.item?.share(sources, at: place)
                found.append((source.order, result))
            }
            return found
        }
        for (order, result) in found.joined() { results[order] = result }
    }

    /// Returns the result of the last build, if none of its inputs has changed.
    private func takeOver(
        _ source: ResolvedSource, from ledger: Ledger, _ plans: PlanCache, _ engine: ContentDigest,
        _ files: inout StatusReader
    ) throws -> SourceResult? {
        // A failure is told each time.
        guard source.fault == nil, let previous = ledger.result(of: source.id) else { return nil }
        let digest: ContentDigest
        // The pin of a source says nothing of them.
        var needs: DrawingNeeds?
        var bytes: Int?
        var file: (path: String, known: Ledger.KnownFile)?
        switch source.origin.bytes {
        case .file(let path):
            guard let known = ledger.sourceFiles[path] else { return nil }
            digest = known.digest
            needs = known.needs
            file = (path, known)
        case .remote(let remote):
            // The content of a pinned source is known without consulting the cache.
            guard let pin = lock.pin(for: remote, at: source.order), !lock.isShared(remote) else {
                return nil
            }
            digest = pin.digest
            bytes = pin.bytes
            if pin.bytes > site.manifest.limits.bytes { return nil }
        case .provided: return nil
        }
        guard previous.digest == digest else { return nil }
        if let bytes, previous.bytes != bytes { return nil }
        let plan = plans.plan(for: source)
        let isSame = { (needs: DrawingNeeds) in
            previous.fingerprint == self.fingerprint(of: source, digest, needs, plan, engine: engine)
        }
        // Those of the same bytes were the same; which, is seen from the fingerprint. Only drawings have any.
        guard
            needs.map(isSame)
                ?? (isSame(.nothing)
                    || previous.facts?.facts.type.isDrawing == true && (isSame(.renderer) || isSame(.fonts)))
        else { return nil }
        if let file, try files.status(of: file.path, followingLinks: true) != file.known.status {
            return nil
        }
        return SourceResult(
            item: unchanged(source, previous, plans, engine: engine), file: file)
    }

    /// Returns the last result of a source, with its present parameters in words: those of names and pages may change.
    func unchanged(
        _ source: ResolvedSource, _ previous: SourceRecord, _ plans: PlanCache, engine: ContentDigest
    ) -> FinishedSources.Item {
        var record = previous
        record.recipe = plans.recipe(site.manifest, of: source, engine: engine)
        record.origin = source.origin.mark
        record.focus = source.focus
        // Names may have changed, and with them how many outputs share a file.
        if record.recipe?.digest != previous.recipe?.digest {
            let definitions = plans.variants
            record.count { definitions[$0]?.file(of: source, $1, $2) }
        }
        return FinishedSources.Item(source: source, record: record, origin: .unchanged)
    }

    /// Digest of every input that determines the outcome of a source.
    func fingerprint(
        of source: ResolvedSource, _ digest: ContentDigest, _ needs: DrawingNeeds, _ plan: VariantPlan,
        engine: ContentDigest
    ) -> ContentDigest {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(engine)
        writer.write(site.manifest.truncation.rawValue)
        writer.write(site.manifest.limits.image.pixels)
        writer.write(site.manifest.limits.image.frames)
        writer.write(source.svg.rawValue)
        writer.write(digest)
        writer.write(plan.fingerprint)
        writer.writeList(site.manifest.placeholders) { $0.write($1.rawValue) }
        if let tools = DrawingTools.digest(for: needs) { writer.write(tools) }
        if let part = source.part { writer.write(part.words) }
        let isVideo = if case .moment = source.part { true } else { false }
        if isVideo || plan.variants.contains(where: { !$0.videos.isEmpty }) { writer.write(Self.videoSchema) }
        return writer.digest
    }
}
