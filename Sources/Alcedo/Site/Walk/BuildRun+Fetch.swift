import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Which originals to load when no pixels are made.
    enum Fetching: Sendable {
        /// Originals that are not in the cache.
        case missing
        /// All originals, to pin their present content.
        case update
    }

    /// Loads remote sources.
    func fetchSources(
        _ fetching: Fetching, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        let (resolution, isSelected) = try resolveSources(tell: tell)
        var report = BuildReport()
        let remote = resolution.sources.filter { $0.remote != nil && isSelected($0.id) }
        try lock.requirePins(of: remote)
        tell(.started(sources: remote.count))
        var failures: [(Int, BuildFailure)] = []
        // More than the transfer limit, so that transfers continue while finished ones are hashed and stored.
        let width = max(1, site.manifest.network.total) + pipeline.configuration.jobs * 2
        try await remote.forEach(limit: width) { source in
            do {
                return (
                    source, Result<SourceContent, any Error>.success(try await self.fetched(source, fetching))
                )
            } catch let error as CancellationError {
                throw error
            } catch {
                return (source, .failure(error))
            }
        } collect: { source, outcome in
            switch outcome {
            case .success(let content):
                report.bytesIn += content.bytes
                warnIfStale(source, content, tell)
                let isNew = content.origin == .downloaded
                if isNew { report.made += 1 } else { report.unchanged += 1 }
                tell(.source(id: source.id, origin: content.origin, files: 0, made: isNew ? 1 : 0))
            case .failure(let error):
                let failure = failure(
                    of: source, PipelineError.filing(error), isUpdate: fetching == .update)
                failures.append((source.order, failure))
                tell(.failed(failure))
            }
        }
        let conflicts = conflicts(among: remote)
        for (order, failure) in conflicts {
            failures.append((order, failure))
            tell(.failed(failure))
        }
        for source in remote where !conflicts.contains(where: { $0.order == source.order }) {
            guard let url = source.remote, let change = lock.change(of: url, at: source.order)
            else { continue }
            tell(.repinned(id: source.id, from: change.from, to: change.to))
        }
        try await saveLock(after: resolution, isSelection: options.isSelection, tell)
        report.sources = remote.count
        report.failures = failures.sorted { $0.0 < $1.0 }.map(\.1)
        return report
    }

    private func fetched(
        _ source: ResolvedSource, _ fetching: Fetching
    ) async throws -> SourceContent {
        var ignored = SourceResult()
        guard let remote = source.remote else {
            return try await content(of: source, knownBy: Ledger(), nil, &ignored)
        }
        guard case .update = fetching else {
            let isPinned = lock.pin(for: remote, at: source.order) != nil
            let content = try await content(of: source, knownBy: Ledger(), nil, &ignored)
            do {
                if !isPinned { try await inspect(source, remote, content, decodes: false) }
            } catch {
                lock.forget(remote, at: source.order)
                throw error
            }
            return content
        }
        var retrieve = RetrieveOptions()
        retrieve.revalidation = .always
        // A stale copy must not be pinned as the present content.
        retrieve.usesStaleOnError = false
        let content = try await pipeline.content(of: .network(try resource(for: remote)), options: retrieve)
        let now = ContentPin(digest: content.digest, bytes: content.bytes)
        let before = lock.pin(for: remote, at: source.order)
        if before != now {
            // Without an earlier pin no good picture is replaced, so checking the header is enough.
            try await inspect(source, remote, content, decodes: before != nil || !remote.pin)
        }
        lock.update(remote, at: source.order, now)
        return content
    }

    /// Rejects an original that no build could use, before it replaces a good one.
    ///
    /// - Parameter decodes: Whether to decode the original in full, because it would replace a good one.
    private func inspect(
        _ source: ResolvedSource, _ remote: RemoteSource, _ content: SourceContent, decodes: Bool
    ) async throws {
        // Cached copies have been inspected before.
        guard content.origin == .downloaded || content.origin == .revalidated else { return }
        try await pipeline.validating(
            .network(try resource(for: remote)), content, provesContent: decodes
        ) {
            try await self.pipeline.inspect(
                content, refusesSVG: source.svg == .refuse, decodes: decodes)
        }
    }
}
