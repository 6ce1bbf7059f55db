import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import AlcedoManifest

extension BuildRun {
    /// Outcome of one source.
    struct SourceResult: Sendable {
        var item: FinishedSources.Item?
        var failures: [BuildFailure] = []
        var file: (path: String, known: Ledger.KnownFile)?
        /// What a plan says of a source that has changed.
        var outputs: [PlannedOutput] = []
    }

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
        var bytes: Int?
        var file: (path: String, known: Ledger.KnownFile)?
        switch source.origin.bytes {
        case .file(let path):
            guard let known = ledger.sourceFiles[path] else { return nil }
            digest = known.digest
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
        let fingerprint = self.fingerprint(of: source, digest, plans.plan(for: source), engine: engine)
        guard previous.fingerprint == fingerprint else { return nil }
        if let file, try files.status(of: file.path, followingLinks: true) != file.known.status {
            return nil
        }
        return SourceResult(
            item: unchanged(source, previous, plans, engine: engine), file: file)
    }

    /// Returns the last result of a source, with its present parameters in words: those of names and pages may change.
    private func unchanged(
        _ source: ResolvedSource, _ previous: SourceRecord, _ plans: PlanCache, engine: ContentDigest
    ) -> FinishedSources.Item {
        var record = previous
        record.recipe = plans.recipe(site.manifest, of: source, engine: engine)
        record.focus = source.focus
        return FinishedSources.Item(source: source, record: record, origin: .unchanged)
    }

    /// Makes a source, or finds out what is missing of it.
    ///
    /// - Throws: `CancellationError`. Other errors are in the result.
    func finish(
        _ source: ResolvedSource, _ walk: Walk, expecting expected: Double = 0
    ) async throws -> SourceResult {
        var hasLostOne = false
        while true {
            var result = SourceResult()
            do {
                let content = try await content(of: source, knownBy: walk.ledger, walk.guardian, &result)
                try await finish(source, content, walk, expecting: expected, &result)
                if let fault = source.fault {
                    result.item?.isFallback = true
                    result.failures.append(
                        BuildFailure(
                            .unresolved, location: source.place, source: source.id,
                            reason: fault + Self.isReplaced,
                            isTolerated: true))
                }
                return result
            } catch let error as CancellationError {
                throw error
            } catch is OriginalLost where !hasLostOne {
                // The damaged original has been removed, so the second attempt loads or makes it again.
                hasLostOne = true
            } catch {
                let error = PipelineError.filing(error)
                if walk.basis != nil, case PipelineError.notCached = error {
                    result.outputs = [
                        PlannedOutput(
                            source: source.id, action: .load, isWritten: false, reasons: [.notLoaded])
                    ]
                    return result
                }
                if let remote = source.remote, case PipelineError.imaging(.decode) = error {
                    lock.forget(remote, at: source.order)
                }
                result.failures = [failure(of: source, error)]
                return try await replacing(source, walk, result)
            }
        }
    }

    private static let isReplaced = "; its fallback takes its place"

    /// Makes what takes the place of a source that failed, if the manifest says so.
    private func replacing(
        _ source: ResolvedSource, _ walk: Walk, _ failed: SourceResult
    ) async throws -> SourceResult {
        // A fault of the system is that of all pictures.
        guard let fallback = source.fallback, source.fault == nil, failed.failures.allSatisfy(\.isTolerated)
        else { return failed }
        var other = source
        other.origin = fallback
        (other.focus, other.fallback, other.svg) = (nil, nil, .rasterize)
        var result = try await finish(other, walk)
        result.item?.isFallback = true
        result.file = failed.file ?? result.file
        var failures = failed.failures
        if result.item != nil {
            for number in failures.indices { failures[number].reason += Self.isReplaced }
        }
        result.failures = failures + result.failures
        return result
    }

    func content(
        of source: ResolvedSource, knownBy ledger: Ledger, _ guardian: TimestampGuard?,
        _ result: inout SourceResult
    ) async throws -> SourceContent {
        switch source.origin.bytes {
        case .file(let path):
            if let known = sourceDigests[path] ?? (options.checksum ? nil : ledger.sourceFiles[path]),
                try FileSystem.status(of: path, followingLinks: true) == known.status
            {
                result.file = (path, known)
                return pipeline.fileContent(path, digest: known.digest, bytes: known.status.size)
            }
            let content = try await pipeline.fileContent(path)
            if let status = content.status,
                sourceDigests.isToldOfChanges
                    || guardian?.trusts(status, hasFineDates: FileSystem.hasFineDates(at: path)) == true
            {
                let known = Ledger.KnownFile(status: status, digest: content.digest)
                result.file = (path, known)
                sourceDigests[path] = known
            }
            return content
        case .remote(let remote):
            var retrieve = RetrieveOptions()
            retrieve.forceRefresh = options.forceRefresh
            retrieve.revalidation = remote.pin ? .always : .whenStale
            retrieve.onlyFromCache = options.offline || options.bundle != nil
            retrieve.expected = lock.pin(for: remote, at: source.order)
            // A new pin must match what the server sends now, since other machines have to get the same bytes.
            retrieve.usesStaleOnError = !remote.pin
            retrieve.requiresProvenance = lock.isShared(remote)
            let content = try await pipeline.content(
                of: .network(try resource(for: remote)), options: retrieve)
            lock.note(remote, at: source.order, ContentPin(digest: content.digest, bytes: content.bytes))
            return content
        case .provided(let provider):
            return try await pipeline.content(of: .provider(provider), options: RetrieveOptions())
        }
    }

    private func finish(
        _ source: ResolvedSource, _ content: SourceContent, _ walk: Walk, expecting expected: Double,
        _ result: inout SourceResult
    ) async throws {
        let makes = walk.basis == nil
        if makes { warnIfStale(source, content, walk.tell) }
        let plan = walk.plans.plan(for: source)
        let engine =
            if let basis = walk.basis {
                basis.engine
            } else {
                try await pipeline.blocking.run { [pipeline] in try pipeline.keys().engine }
            }
        let fingerprint = engine.map { self.fingerprint(of: source, content.digest, plan, engine: $0) }
        let previous = walk.ledger.result(of: source.id)
        if !options.forceRefresh, !options.ignoresCache, !options.checksum, !options.cacheOnly,
            let engine, let previous, previous.fingerprint == fingerprint
        {
            result.item = unchanged(source, previous, walk.plans, engine: engine)
            return
        }
        let part = walk.parts[source.order]
        let order = ProductionOrder(
            content: content, requests: { plan.pictures(for: $0).map(\.request) },
            requestsFingerprint: plan.fingerprint,
            placeholders: part?.isFirst == false ? [] : Set(site.manifest.placeholders), part: part,
            refusesSVG: source.svg == .refuse, readsVariants: !options.forceRefresh, writesDisk: makes,
            makesPixels: makes, expected: expected)
        let found = makes ? nil : try await look(at: source, content, order, walk)
        var production: Production
        if let found {
            production = found.production
        } else {
            // Cache entries named by the ledger are protected from trimming, so their use is not announced; a build that
            // uses nothing else writes nothing.
            if previous?.fingerprint != fingerprint { pipeline.configuration.disk.announceUse() }
            production = try await produce(order, source)
            for warning in production.facts.warnings {
                walk.tell(.warning(Diagnostic(.warning, "\(source.id): \(warning)", at: source.place)))
            }
        }
        let pictures = plan.pictures(for: production.facts.facts)
        if found == nil {
            for miss in TargetMiss.all(in: production, variants: pictures.map(\.variant)) {
                walk.tell(.warning(Diagnostic(.warning, "\(source.id): \(miss)", at: source.place)))
            }
        }
        for (index, error) in production.failures.sorted(by: { $0.key < $1.key }) {
            var failure = failure(of: source, PipelineError.imaging(error))
            failure.variant = pictures.indices.contains(index) ? pictures[index].variant : nil
            if !result.failures.contains(failure) { result.failures.append(failure) }
        }
        guard result.failures.isEmpty else { return }
        var isPartial = options.shard != nil
        if let found, walk.foresees {
            isPartial = isPartial || !found.isComplete
            production = found.foreseen(of: content.digest, pictures, plan)
        } else if let found {
            result.outputs = outputs(of: source, content, found, plan, walk)
            isPartial = isPartial || result.outputs.contains { $0.action == .make && $0.variant != nil }
        }
        result.item = try assemble(
            source, content, production,
            // `drop-larger` can only be applied once all formats exist.
            plan: isPartial ? plan.keepingAllFormats : plan,
            fingerprint: fingerprint ?? content.digest,
            recipe: engine.map { walk.plans.recipe(site.manifest, of: source, engine: $0) })
    }

    private func produce(_ order: ProductionOrder, _ source: ResolvedSource) async throws -> Production {
        guard let remote = source.remote else { return try await pipeline.produce(order) }
        return try await pipeline.validating(.network(try resource(for: remote)), order.content) {
            try await self.pipeline.produce(order)
        }
    }

    /// Arranges the files of a production in the order of the index.
    func assemble(
        _ source: ResolvedSource, _ content: SourceContent, _ production: Production, plan: VariantPlan,
        fingerprint: ContentDigest, recipe: RecipeDescription?
    ) throws -> FinishedSources.Item {
        let pictures = plan.pictures(for: production.facts.facts)
        var variants = plan.variants.map { SourceOutcome.Variant(name: $0.name, files: []) }
        var data: [ContentDigest: Data] = [:]
        for file in production.files {
            let picture = pictures[file.id.request]
            guard let index = plan.variants.firstIndex(where: { $0.name == picture.variant }) else {
                continue
            }
            var entry = SourceOutcome.File(record: file.record, density: picture.density)
            // A shard writes no index, and has not loaded what others made.
            if plan.variants[index].isInline, options.shard == nil {
                guard let bytes = file.data ?? pipeline.configuration.disk.picture(file.record) else {
                    throw OriginalLost()
                }
                entry.inline = bytes
            } else if let bytes = file.data {
                data[file.record.digest] = bytes
            }
            variants[index].files.append(entry)
        }
        for index in variants.indices {
            variants[index].dropEqualWidths()
            if plan.variants[index].dropsLarger { variants[index].dropLargerFormats() }
        }
        let cached = production.files.count(where: \.isCached)
        let outcome = SourceOutcome(
            digest: content.digest, bytes: content.bytes, facts: production.facts,
            placeholders: production.placeholders, variants: variants)
        return FinishedSources.Item(
            source: source,
            record: SourceRecord(outcome, fingerprint: fingerprint, recipe: recipe, focus: source.focus),
            origin: production.wasDecoded ? content.origin : content.origin.forCached(.variant),
            made: production.files.count - cached,
            cached: cached, data: data)
    }

    /// Digest of every input that determines the outcome of a source.
    func fingerprint(
        of source: ResolvedSource, _ digest: ContentDigest, _ plan: VariantPlan, engine: ContentDigest
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
        return writer.digest
    }

    /// Warns that a stale copy is used because the source could not be revalidated.
    func warnIfStale(_ source: ResolvedSource, _ content: SourceContent, _ tell: (BuildEvent) -> Void) {
        guard let reason = content.staleReason else { return }
        tell(
            .warning(
                Diagnostic(
                    .warning, "\(source.id): loader: the copy in the cache is used: \(reason)",
                    at: source.place)))
    }

    /// - Parameter isUpdate: Whether the present content was requested, regardless of the pin.
    func failure(of source: ResolvedSource, _ error: any Error, isUpdate: Bool = false) -> BuildFailure {
        let error = error as? PipelineError ?? .provider(reason: String(describing: error))
        var reason = error.reason
        if case .imaging(.decode) = error, let remote = source.remote,
            lock.pin(for: remote, at: source.order) != nil
        {
            // A pinned source is loaded again only on request.
            reason +=
                isUpdate
                ? "; \(lock.shown) still pins its former content"
                : "; \(lock.shown) pins these bytes, and 'alcedo update \(Self.quoted(source.id))' loads the current ones"
        }
        if case .notCached = error, options.bundle != nil {
            reason =
                "it is not in the cache, and this build does not use the network; run 'swift package fetch-images' first"
        }
        if case .changed(let expected, let actual) = error {
            let advice = "run 'alcedo update \(Self.quoted(source.id))'"
            reason =
                "expected \(expected) as pinned in \(lock.shown), received \(actual); if the picture was meant to "
                + "change, \(advice)"
            if expected.digest == actual.digest {
                // Only a manual edit or a damaged disk can lead here.
                reason =
                    "expected \(expected.bytes) bytes as pinned in \(lock.shown), but the content with this digest has "
                    + "\(actual.bytes); \(advice)"
            }
            if let remote = source.remote, lock.isShared(remote) {
                reason += "; if another source has this line, too, give it a 'cache-key' of its own"
            }
        }
        return BuildFailure(
            location: source.place, source: source.id, phase: error.phase, code: error.code, reason: reason,
            isTolerated: source.isTolerant && !error.isOfSystem)
    }

    /// Quotes an id so that a shell and a glob pattern take it literally.
    private static func quoted(_ id: String) -> String {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain { return id }
        var pattern = ""
        for character in id {
            if "*?[]{}\\".contains(character) { pattern.append("\\") }
            pattern.append(character == "'" ? "'\\''" : String(character))
        }
        return "'" + pattern + "'"
    }
}
