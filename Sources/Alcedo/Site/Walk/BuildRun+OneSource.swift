import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Outcome of one source.
    struct SourceResult: Sendable {
        var item: FinishedSources.Item?
        var failures: [BuildFailure] = []
        var file: (path: String, known: Ledger.KnownFile)?
        /// What a plan says of a source that has changed.
        var outputs: [PlannedOutput] = []
    }

    /// Makes a source, or finds out what is missing of it.
    ///
    /// - Throws: `CancellationError`. Other errors are in the result.
    func finish(
        _ source: ResolvedSource, _ walk: Walk, expecting expected: Double = 0
    ) async throws -> SourceResult {
        var hasLostOne = false
        var known: Ledger? = walk.ledger
        while true {
            var result = SourceResult()
            if let fault = source.fault {
                let failure = BuildFailure(
                    .unresolved, location: source.place, source: source.id, reason: fault,
                    isTolerated: source.isTolerant)
                return try await replacing(
                    source.variants, of: source, walk, SourceResult(failures: [failure]))
            }
            do {
                var content = try await content(of: source, knownBy: known, walk.guardian, &result)
                content.part = source.part
                try await finish(source, content, walk, expecting: expected, &result)
                let failed = result.failures.compactMap(\.variant)
                if !failed.isEmpty { return try await replacing(failed, of: source, walk, result) }
                return result
            } catch let error as CancellationError {
                throw error
            } catch is OriginalLost where !hasLostOne {
                // The damaged original has been removed, so the second attempt loads or makes it again.
                hasLostOne = true
            } catch PipelineError.provider(.changing, _) where known != nil {
                // The file has been written meanwhile, or its bytes were never those that the ledger says.
                known = nil
                if let path = source.file { sourceDigests.forget([path]) }
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
                return try await replacing(source.variants, of: source, walk, result)
            }
        }
    }

    func content(
        of source: ResolvedSource, knownBy ledger: Ledger?, _ guardian: TimestampGuard?,
        _ result: inout SourceResult
    ) async throws -> SourceContent {
        switch source.origin.bytes {
        case .file(let path):
            if let known = sourceDigests[path] ?? (options.checksum ? nil : ledger?.sourceFiles[path]),
                try FileSystem.status(of: path, followingLinks: true) == known.status
            {
                result.file = (path, known)
                if case .moment(let seconds) = source.part {
                    return try await posterContent(path, at: seconds, known: (known.digest, known.status))
                }
                return pipeline.fileContent(path, known)
            }
            let content: SourceContent
            if case .moment(let seconds) = source.part {
                let known = try await pipeline.fileDigest(path)
                content = try await posterContent(path, at: seconds, known: known)
            } else {
                content = try await pipeline.fileContent(path)
            }
            if let status = content.status,
                sourceDigests.isToldOfChanges
                    || guardian?.trusts(status, hasFineDates: FileSystem.hasFineDates(at: path)) == true
            {
                let known = Ledger.KnownFile(
                    status: status, digest: content.digest, needs: content.needs)
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
        let fingerprint = engine.map {
            self.fingerprint(of: source, content.digest, content.needs, plan, engine: $0)
        }
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
                if warning == GainMap.remark {
                    gainMaps.withLock { $0 += 1 }
                    continue
                }
                walk.tell(.warning(Diagnostic(.warning, "\(source.id): \(warning)", at: source.place)))
            }
        }
        let pictures = plan.pictures(for: production.facts.facts)
        if found == nil {
            if let damage = damage(of: source) {
                walk.tell(.warning(Diagnostic(.warning, "\(source.id): \(damage)", at: source.place)))
            }
            for miss in TargetMiss.all(in: production, variants: pictures.map(\.variant)) {
                walk.tell(.warning(Diagnostic(.warning, "\(source.id): \(miss)", at: source.place)))
            }
        }
        for (index, error) in production.failures.sorted(by: { $0.key < $1.key }) {
            var failure = failure(of: source, PipelineError.imaging(error))
            if pictures.indices.contains(index) {
                let variant = pictures[index].variant
                failure.concern(variant, of: source, isOfSystem: error.isOfSystem)
            }
            if !result.failures.contains(failure) { result.failures.append(failure) }
        }
        var failed = Set(result.failures.compactMap(\.variant))
        guard isPublishable(result, without: failed, of: plan) else { return }
        let movies = try await videos(
            of: source, content, production, plan, without: failed, planned: found?.outputs)
        for (variant, error) in movies.failures {
            var failure = failure(of: source, error)
            failure.concern(variant, of: source, isOfSystem: false)
            result.failures.append(failure)
            failed.insert(variant)
        }
        guard isPublishable(result, without: failed, of: plan) else { return }
        var isPartial = options.shard != nil
        var pending: Set<String> = []
        if let found, walk.foresees {
            isPartial = isPartial || !found.isComplete
            production = found.foreseen(of: content.digest, pictures, plan)
        } else if let found {
            result.outputs =
                outputs(of: source, content, found, plan, walk)
                + outputs(ofVideos: movies, of: source, content, production.facts.facts, walk)
            pending = Set(result.outputs.lazy.filter { $0.action == .make }.compactMap(\.variant))
        }
        result.item = try assemble(
            source, content, production, videos: movies.made,
            // `drop-larger` can only be applied once all formats exist.
            plan: plan.keepingAllFormats { isPartial || pending.contains($0) }, without: failed,
            fingerprint: fingerprint ?? content.digest,
            recipe: engine.map { walk.plans.recipe(site.manifest, of: source, engine: $0) })
    }

    /// Whether the index gets an entry: all variants of a source can fail, but one without any has its placeholders.
    private func isPublishable(_ result: SourceResult, without failed: Set<String>, of plan: VariantPlan)
        -> Bool
    {
        result.failures.allSatisfy(\.isTolerated) && (failed.isEmpty || failed.count < plan.variants.count)
    }

    private func produce(_ order: ProductionOrder, _ source: ResolvedSource) async throws -> Production {
        guard let remote = source.remote else { return try await pipeline.produce(order) }
        return try await pipeline.validating(.network(try resource(for: remote)), order.content) {
            try await self.pipeline.produce(order)
        }
    }
}

extension BuildFailure {
    /// Makes it the failure of one variant, whose fallback may take its place.
    fileprivate mutating func concern(_ variant: String, of source: ResolvedSource, isOfSystem: Bool) {
        self.variant = variant
        canBeTolerated = !isOfSystem
        isTolerated = !isOfSystem && (source.onError != .fail || source.fallback(in: variant) != nil)
    }
}
