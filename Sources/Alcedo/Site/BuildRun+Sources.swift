import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import Foundation

extension BuildRun {
    /// Finishes every source that is selected: takes over what still holds, makes the rest.
    ///
    /// - Throws: ``ManifestMistakes``, ``SelectionError``, or `CancellationError`. A source that fails is in the
    ///   result.
    func finishSources(
        knownBy state: BuildState, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> FinishedSources {
        let (resolution, isSelected) = try resolveSources(tell: tell)
        var finished = FinishedSources()
        finished.isSelection = !options.only.isEmpty
        finished.order = (resolution.sources.map { ($0.order, $0.id) } + resolution.failures.map { ($0.order, $0.id) })
            .sorted { $0.0 < $1.0 }.map(\.1)
        let sources = resolution.sources.filter { isSelected($0.id) }
        let failed = resolution.failures.filter { isSelected($0.id) }
        tell(.started(sources: sources.count + failed.count))

        var results: [Int: SourceResult] = [:]
        for failure in failed {
            results[failure.order] = SourceResult(
                failures: [
                    BuildFailure(
                        location: failure.row ?? failure.location, source: failure.id, phase: .provider,
                        reason: failure.reason, isTolerated: failure.onError != .fail)
                ])
        }
        // What still holds is found out here and now: a task for each of many thousand would cost more than that.
        var open: [ResolvedSource] = []
        let plans = PlanCache(manifest: site.manifest)
        for source in sources {
            if let result = try takeOver(source, from: state, plans) {
                results[source.order] = result
            } else {
                open.append(source)
            }
        }
        let guardian = open.contains(where: \.isFile) ? TimestampGuard(cache: states) : nil
        // Remote sources first, so that loading overlaps with the work on local ones.
        open = open.filter(\.isRemote) + open.filter { !$0.isRemote }
        try await withThrowingTaskGroup(of: (Int, SourceResult).self) { group in
            var next = open.makeIterator()
            func addOne() {
                guard let source = next.next() else { return }
                group.addTask {
                    (source.order, try await self.finish(source, knownBy: state, plans, guardian, tell))
                }
            }
            let width = pipeline.configuration.jobs * 2 + min(site.manifest.network.total, open.count(where: \.isRemote))
            for _ in 0..<width { addOne() }
            while let (order, result) = try await group.next() {
                results[order] = result
                for failure in result.failures { tell(.failed(failure)) }
                if let item = result.item, result.failures.isEmpty {
                    tell(
                        .source(
                            id: item.source.id, origin: item.origin,
                            variants: item.outcome.variants.reduce(0) { $0 + $1.files.count }, made: item.made))
                }
                addOne()
            }
        }
        for failure in failed { for line in results[failure.order]?.failures ?? [] { tell(.failed(line)) } }
        collect(results, into: &finished, resolution: resolution, state: state, plans, tell)
        return finished
    }

    func resolveSources(
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws -> (SourceResolution, isSelected: (String) -> Bool) {
        let resolution = SourceResolver(site.manifest).resolve()
        if resolution.diagnostics.contains(where: { $0.severity == .error }) {
            throw ManifestMistakes(diagnostics: resolution.diagnostics)
        }
        for diagnostic in resolution.diagnostics { tell(.warning(diagnostic)) }
        if options.only.isEmpty { return (resolution, { _ in true }) }
        var patterns: [GlobPattern] = []
        for text in options.only {
            do {
                patterns.append(try GlobPattern(text))
            } catch {
                throw SelectionError(description: "--only '\(text)': \(error)")
            }
        }
        let ids = resolution.sources.map(\.id) + resolution.failures.map(\.id)
        for pattern in patterns where !ids.contains(where: { pattern.matches($0, includingHidden: true) }) {
            throw SelectionError(
                description: "--only '\(pattern)' matches no id; 'alcedo build --verbose' lists them")
        }
        return (resolution, { id in patterns.contains { $0.matches(id, includingHidden: true) } })
    }

    // MARK: One source

    /// What became of one source.
    struct SourceResult: Sendable {
        var item: FinishedSources.Item?
        var failures: [BuildFailure] = []
        var file: (path: String, known: BuildState.KnownFile)?
    }

    /// The result of the last build, if nothing that it depends on has changed. Reads no picture.
    private func takeOver(_ source: ResolvedSource, from state: BuildState, _ plans: PlanCache) throws -> SourceResult? {
        guard !options.checksum, !options.forceRefresh, !options.ignoresCache,
            case .file(let path, _) = source.origin, let known = state.files[path],
            let previous = state.sources[source.id], let engine = pipeline.configuration.engineIdentity,
            previous.outcome.digest == known.digest
        else { return nil }
        let plan = plans.plan(for: source)
        let fingerprint = self.fingerprint(of: known.digest, plan, engine: engine)
        guard previous.fingerprint == fingerprint,
            try FileSystem.status(of: path, followingLinks: true) == known.status
        else { return nil }
        return SourceResult(
            item: FinishedSources.Item(
                source: source, fingerprint: fingerprint, outcome: previous.outcome, origin: .unchanged),
            file: (path, known))
    }

    private func finish(
        _ source: ResolvedSource, knownBy state: BuildState, _ plans: PlanCache, _ guardian: TimestampGuard?,
        _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> SourceResult {
        var result = SourceResult()
        do {
            let content = try await content(of: source, knownBy: state, guardian, &result)
            return try await finish(source, content, knownBy: state, plans, &result, tell)
        } catch let error as CancellationError {
            throw error
        } catch {
            result.failures = [failure(of: source, PipelineError.filing(error))]
            return result
        }
    }

    private func content(
        of source: ResolvedSource, knownBy state: BuildState, _ guardian: TimestampGuard?, _ result: inout SourceResult
    ) async throws -> SourceContent {
        switch source.origin {
        case .file(let path, _):
            if !options.checksum, let known = state.files[path],
                try FileSystem.status(of: path, followingLinks: true) == known.status
            {
                result.file = (path, known)
                return pipeline.fileContent(path, digest: known.digest, bytes: known.status.size)
            }
            let (content, status) = try await pipeline.fileContent(path)
            if let guardian, guardian.trusts(status) {
                result.file = (path, BuildState.KnownFile(status: status, digest: content.digest))
            }
            return content
        case .url(let remote):
            var retrieve = RetrieveOptions()
            retrieve.forceRefresh = options.forceRefresh || (!remote.pin && !options.offline)
            retrieve.onlyFromCache = options.offline
            return try await pipeline.content(of: .network(try remote.resource), options: retrieve)
        case .data(let uri):
            let provider = try DataURIImageDataProvider(uri: uri, byteLimit: site.manifest.limits.bytes)
            return try await pipeline.content(of: .provider(provider), options: RetrieveOptions())
        }
    }

    private func finish(
        _ source: ResolvedSource, _ content: SourceContent, knownBy state: BuildState, _ plans: PlanCache,
        _ result: inout SourceResult, _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> SourceResult {
        let plan = plans.plan(for: source)
        let engine = try await pipeline.blocking.run { [pipeline] in try pipeline.keys().engine }
        let fingerprint = self.fingerprint(of: content.digest, plan, engine: engine)
        if !options.forceRefresh, !options.ignoresCache, !options.checksum,
            let previous = state.sources[source.id], previous.fingerprint == fingerprint
        {
            result.item = FinishedSources.Item(
                source: source, fingerprint: fingerprint, outcome: previous.outcome, origin: .unchanged)
            return result
        }
        let production = try await pipeline.produce(
            ProductionOrder(
                content: content, requests: { plan.pictures(for: $0).map(\.request) },
                requestsFingerprint: plan.fingerprint,
                wantsPlaceholders: site.manifest.placeholders.contains(.dominantColor),
                refusesSVG: source.svg == .refuse, readsVariants: !options.forceRefresh, writesDisk: true))
        for warning in production.facts.warnings {
            tell(.warning(Diagnostic(.warning, "\(source.id): \(warning)", at: source.place)))
        }
        let item = try assemble(source, content, production, plan: plan, fingerprint: fingerprint)
        let pictures = plan.pictures(for: production.facts.facts)
        for (index, error) in production.failures.sorted(by: { $0.key < $1.key }) {
            var failure = failure(of: source, PipelineError.imaging(error))
            failure.variant = pictures.indices.contains(index) ? pictures[index].variant : nil
            if !result.failures.contains(failure) { result.failures.append(failure) }
        }
        if result.failures.isEmpty { result.item = item }
        return result
    }

    /// Puts the files of a production in the order of the index.
    private func assemble(
        _ source: ResolvedSource, _ content: SourceContent, _ production: Production, plan: VariantPlan,
        fingerprint: ContentDigest
    ) throws -> FinishedSources.Item {
        let pictures = plan.pictures(for: production.facts.facts)
        var variants = plan.variants.map { SourceOutcome.Variant(name: $0.name, files: []) }
        var data: [ContentDigest: Data] = [:]
        for file in production.files {
            let picture = pictures[file.id.request]
            guard let index = plan.variants.firstIndex(where: { $0.name == picture.variant }) else { continue }
            var entry = SourceOutcome.File(record: file.record, density: picture.density)
            if plan.variants[index].isInline {
                guard let bytes = file.data ?? pipeline.configuration.disk.data(for: file.record.digest) else {
                    throw OriginalLost()
                }
                entry.inline = bytes
            } else if let bytes = file.data {
                data[file.record.digest] = bytes
            }
            variants[index].files.append(entry)
        }
        let cached = production.files.count(where: \.isCached)
        let outcome = SourceOutcome(
            digest: content.digest, bytes: content.bytes, facts: production.facts,
            placeholders: production.placeholders, variants: variants)
        return FinishedSources.Item(
            source: source, fingerprint: fingerprint, outcome: outcome,
            origin: production.wasDecoded ? content.origin : .variant, made: production.files.count - cached,
            cached: cached, data: data)
    }

    private func fingerprint(of digest: ContentDigest, _ plan: VariantPlan, engine: ContentDigest) -> ContentDigest {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(engine)
        writer.write(site.manifest.truncation.rawValue)
        writer.write(site.manifest.limits.image.pixels)
        writer.write(site.manifest.limits.image.frames)
        writer.write(site.manifest.svg.rawValue)
        writer.write(digest)
        writer.write(plan.fingerprint)
        writer.writeList(site.manifest.placeholders) { $0.write($1.rawValue) }
        return writer.digest
    }

    private func failure(of source: ResolvedSource, _ error: any Error) -> BuildFailure {
        let error = error as? PipelineError ?? .provider(reason: String(describing: error))
        return BuildFailure(
            location: source.place, source: source.id, phase: error.phase, reason: error.reason,
            isTolerated: source.onError != .fail)
    }

    /// Sorts results into what is published and what is not, by each source's own policy.
    private func collect(
        _ results: [Int: SourceResult], into finished: inout FinishedSources, resolution: SourceResolution,
        state: BuildState, _ plans: PlanCache, _ tell: (BuildEvent) -> Void
    ) {
        let sources = Dictionary(resolution.sources.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        let failed = Dictionary(resolution.failures.map { ($0.order, $0) }, uniquingKeysWith: { first, _ in first })
        for (order, result) in results.sorted(by: { $0.key < $1.key }) {
            if let file = result.file { finished.files[file.path] = file.known }
            finished.failures += result.failures
            if let item = result.item {
                finished.items.append(item)
                continue
            }
            guard let id = sources[order]?.id ?? failed[order]?.id,
                (sources[order]?.onError ?? failed[order]?.onError) == .keep
            else { continue }
            if let source = sources[order], let previous = state.sources[id] {
                finished.items.append(
                    FinishedSources.Item(
                        source: source, fingerprint: previous.fingerprint, outcome: previous.outcome,
                        origin: .stale, isStale: true))
            } else {
                finished.keptFromIndex.append(id)
            }
        }
    }

    /// Makes the sources again that need a file which the cache has lost.
    func finishAgain(
        _ finished: inout FinishedSources, missing digest: ContentDigest, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws {
        let plans = PlanCache(manifest: site.manifest)
        for (index, item) in finished.items.enumerated()
        where item.outcome.variants.contains(where: { $0.files.contains { $0.record.digest == digest } }) {
            let result = try await finish(item.source, knownBy: BuildState(), plans, nil, tell)
            if let again = result.item {
                finished.items[index] = again
            } else {
                finished.failures += result.failures
                for failure in result.failures { tell(.failed(failure)) }
            }
        }
    }

    // MARK: Fetching

    /// Loads the remote sources that are not in the cache.
    func fetchSources(tell: @escaping @Sendable (BuildEvent) -> Void) async throws -> BuildReport {
        let (resolution, _) = try resolveSources(tell: tell)
        var report = BuildReport()
        let remote = resolution.sources.filter(\.isRemote)
        tell(.started(sources: remote.count))
        var failures: [(Int, BuildFailure)] = []
        try await withThrowingTaskGroup(of: (ResolvedSource, Result<SourceContent, any Error>).self) { group in
            var next = remote.makeIterator()
            func addOne() {
                guard let source = next.next() else { return }
                group.addTask {
                    var ignored = SourceResult()
                    do {
                        let content = try await self.content(of: source, knownBy: BuildState(), nil, &ignored)
                        return (source, .success(content))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        return (source, .failure(error))
                    }
                }
            }
            for _ in 0..<max(1, site.manifest.network.total) { addOne() }
            while let (source, outcome) = try await group.next() {
                switch outcome {
                case .success(let content):
                    report.bytesIn += content.bytes
                    if content.origin == .original { report.unchanged += 1 } else { report.made += 1 }
                    tell(
                        .source(
                            id: source.id, origin: content.origin, variants: 0,
                            made: content.origin == .original ? 0 : 1))
                case .failure(let error):
                    let failure = failure(of: source, PipelineError.filing(error))
                    failures.append((source.order, failure))
                    tell(.failed(failure))
                }
                addOne()
            }
        }
        report.sources = remote.count
        report.failures = failures.sorted { $0.0 < $1.0 }.map(\.1)
        return report
    }
}

extension ResolvedSource {
    var isFile: Bool {
        if case .file = origin { true } else { false }
    }

    var isRemote: Bool {
        if case .url = origin { true } else { false }
    }

    /// Where the user wrote it: the row of a list if there is one.
    var place: SourceLocation { row ?? location }
}
