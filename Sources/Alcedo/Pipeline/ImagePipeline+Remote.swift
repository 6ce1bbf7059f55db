import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoLoading
import AlcedoRecipes

extension ImagePipeline {
    /// Returns a remote source's original from the cache, or downloads and caches it.
    func loadRemote(_ resource: RemoteResource, options: RetrieveOptions) async throws -> SourceContent {
        if let expected = options.expected {
            return try await loadPinned(resource, expected, options: options)
        }
        let key = CacheKeys.remote(resource)
        var known = options.forceRefresh ? nil : try await blocking.run { self.knownRemote(key) }
        if let copy = known, let objection = objection(to: copy.bytes, of: resource) {
            // The server may have a smaller one by now.
            if options.onlyFromCache { throw objection }
            known = nil
        }
        if let known, options.onlyFromCache || isGoodEnough(known, for: resource, options) {
            return try await cachedOriginal(known, origin: .original)
        }
        if options.onlyFromCache { throw Self.notCached }
        do {
            return try await ask(resource, key, known, options)
        } catch LoadingError.network(let failures) where known != nil && options.usesStaleOnError {
            // A request that was never sent is a configuration mistake, which a stale copy would hide.
            guard let known, failures.allSatisfy({ $0.attempts > 0 || $0.reason.isAbsence }) else {
                throw LoadingError.network(failures)
            }
            return try await cachedOriginal(
                known, origin: .stale, staleReason: String(describing: LoadingError.network(failures)))
        }
    }

    private static let notCached = PipelineError.notCached(
        reason: "it is not in the cache, and the network must not be used; run 'alcedo fetch' first")

    /// Returns an error if the size exceeds the byte limit, for cached and remote bytes alike.
    private func objection(to bytes: Int, of resource: RemoteResource) -> LoadingError? {
        let limit = configuration.loader.configuration.byteLimit
        guard bytes > limit else { return nil }
        return .network([
            LoadingError.NetworkFailure(
                name: resource.name, reason: .tooLarge(limit: limit, announced: bytes), attempts: 0)
        ])
    }

    /// Loads a pinned source. If its bytes are in the cache, no request is sent, whichever URL they came from; if a
    /// URL returns other bytes, the next one is tried.
    private func loadPinned(
        _ resource: RemoteResource, _ expected: ContentPin, options: RetrieveOptions
    ) async throws -> SourceContent {
        // The limit applies whether or not the bytes are in the cache.
        if let objection = objection(to: expected.bytes, of: resource) { throw objection }
        let key = CacheKeys.remote(resource)
        if !options.forceRefresh,
            try await blocking.run({ try self.hasPinned(expected, key, options) })
        {
            return try await cachedOriginal(expected.digest, bytes: expected.bytes, origin: .original)
        }
        if options.onlyFromCache { throw Self.notCached }
        // Whoever put it there: the pin says which bytes they are. But not where they come from.
        if !options.forceRefresh, !options.requiresProvenance, !options.cacheMemoryOnly,
            try await restoreOriginal(expected.digest, bytes: expected.bytes)
        {
            return try await cachedOriginal(expected.digest, bytes: expected.bytes, origin: .original)
        }
        var next = 0
        var changed: PipelineError?
        while true {
            let asked = configuration.now()
            let loaded: HTTPLoader.LoadedResource
            do {
                loaded = try await configuration.loader.load(resource, startingAt: next)
            } catch let error as LoadingError {
                // Changed bytes from one URL are more informative than a failure of the URLs after it.
                throw changed ?? error
            }
            let actual = try await blocking.run {
                ContentPin(digest: ContentDigest(hashing: loaded.data), bytes: loaded.data.count)
            }
            if actual == expected { return try await keep(loaded, asked, key, options) }
            let objection = changed ?? PipelineError.changed(expected: expected, actual: actual)
            next = loaded.sourceIndex + 1
            guard next < resource.locations.count else { throw objection }
            changed = objection
        }
    }

    /// Whether the cache has the pinned bytes of a source.
    ///
    /// - Throws: ``PipelineError/changed(expected:actual:)`` if the bytes with this digest differ in size from the pin.
    private func hasPinned(_ expected: ContentPin, _ key: CacheKey, _ options: RetrieveOptions) throws -> Bool
    {
        if options.requiresProvenance, knownRemote(key)?.digest != expected.digest { return false }
        if configuration.disk.contains(expected.digest, bytes: expected.bytes) { return true }
        if options.onlyFromCache, let data = configuration.disk.data(for: expected.digest),
            data.count != expected.bytes
        {
            throw PipelineError.changed(
                expected: expected, actual: ContentPin(digest: expected.digest, bytes: data.count))
        }
        return false
    }

    /// Whether a cached original may be used without revalidation.
    func isGoodEnough(
        _ known: RemoteRecord, for resource: RemoteResource, _ options: RetrieveOptions
    ) -> Bool {
        switch options.revalidation {
        case .never: true
        // If the URL under this cache key has changed, the freshness lifetime belongs to the old URL.
        case .whenStale: resource.isSource(of: known.validators) && known.isFresh(at: configuration.now())
        case .always: false
        }
    }

    private func ask(
        _ resource: RemoteResource, _ key: CacheKey, _ known: RemoteRecord?, _ options: RetrieveOptions
    ) async throws -> SourceContent {
        // Taken before the request: the time the response took counts toward its age.
        let asked = configuration.now()
        guard let known else {
            return try await keep(try await configuration.loader.load(resource), asked, key, options)
        }
        switch try await configuration.loader.load(resource, validators: known.validators) {
        case .loaded(let loaded):
            return try await keep(loaded, asked, key, options)
        case .notModified(let answer):
            var record = RemoteRecord(
                digest: known.digest, bytes: known.bytes, validators: answer.validators, validated: asked)
            record.before = known.before
            let confirmed = record
            try await blocking.run {
                guard confirmed.isWorthKeeping(besides: known) else { return }
                do {
                    try self.write(confirmed, key)
                } catch {
                    self.cacheWriteFailure.note(error)
                }
            }
            return try await cachedOriginal(confirmed, origin: .revalidated)
        }
    }

    private func keep(
        _ loaded: HTTPLoader.LoadedResource, _ asked: Date, _ key: CacheKey, _ options: RetrieveOptions
    ) async throws -> SourceContent {
        try await blocking.run {
            let digest = ContentDigest(hashing: loaded.data)
            var record = RemoteRecord(
                digest: digest, bytes: loaded.data.count, validators: loaded.validators, validated: asked)
            if options.cacheMemoryOnly { return SourceContent(loaded.data, of: record) }
            if let known = self.knownRemote(key) {
                // If the known original is itself unverified, keep the one before it as the fallback.
                record.before = known.before
                if known.before.isEmpty, known.digest != digest { record.before = [known] }
            }
            do {
                try self.configuration.disk.store(loaded.data, digest: digest)
                try self.write(record, key)
            } catch {
                self.cacheWriteFailure.note(error)
                return SourceContent(loaded.data, of: record)
            }
            self.offerOriginal(digest, bytes: loaded.data.count)
            // The bytes are in the cache now; rereading them costs less than holding many originals in memory.
            return self.original(
                digest, bytes: record.bytes, DrawingNeeds(of: loaded.data), origin: .downloaded,
                remote: record)
        }
    }

    private func write(_ record: RemoteRecord, _ key: CacheKey) throws {
        try configuration.disk.setRecord(
            encoding: record, for: key, links: RecordLinks(blob: record.digest, subject: record.digest))
    }

    /// Drops a remote source's original that turned out not to be a complete image, and restores the one it replaced.
    /// It is then loaded again next time, since a server may have cut it off without an error.
    func reject(_ resource: RemoteResource, _ digest: ContentDigest) {
        let key = CacheKeys.remote(resource)
        if rememberedRemotes.value(for: key)?.digest == digest { rememberedRemotes.removeValue(for: key) }
        guard let known = knownRemote(key), known.digest == digest else { return }
        do {
            if let before = known.before.first,
                configuration.disk.contains(before.digest, bytes: before.bytes)
            {
                try write(before, key)
            } else {
                try configuration.disk.removeRecord(for: key)
            }
        } catch {
            cacheWriteFailure.note(error)
        }
    }

    /// Drops the original that was replaced, now that the new one has proved to be a complete image.
    func confirm(_ resource: RemoteResource, _ digest: ContentDigest) {
        let key = CacheKeys.remote(resource)
        guard var known = knownRemote(key), known.digest == digest, !known.before.isEmpty else {
            return
        }
        known.before = []
        do {
            try write(known, key)
        } catch {
            cacheWriteFailure.note(error)
        }
    }

    private func knownRemote(_ key: CacheKey) -> RemoteRecord? {
        let disk = configuration.disk
        let record = disk.record(RemoteRecord.self, for: key)
        return record.flatMap { disk.contains($0.digest, bytes: $0.bytes) ? $0 : nil }
    }

    private func cachedOriginal(
        _ record: RemoteRecord, origin: ImageOrigin, staleReason: String? = nil
    ) async throws -> SourceContent {
        try await cachedOriginal(
            record.digest, bytes: record.bytes, origin: origin, staleReason: staleReason, remote: record)
    }

    private func cachedOriginal(
        _ digest: ContentDigest, bytes: Int, origin: ImageOrigin, staleReason: String? = nil,
        remote: RemoteRecord? = nil
    ) async throws -> SourceContent {
        original(
            digest, bytes: bytes, try await blocking.run { self.needs(of: digest) }, origin: origin,
            staleReason: staleReason, remote: remote)
    }

    private func original(
        _ digest: ContentDigest, bytes: Int, _ needs: DrawingNeeds, origin: ImageOrigin,
        staleReason: String? = nil, remote: RemoteRecord? = nil
    ) -> SourceContent {
        SourceContent(
            digest: digest, bytes: bytes, needs: needs, origin: origin, staleReason: staleReason,
            remote: remote
        ) {
            try await self.originalData(digest)
        }
    }

    /// Returns the needs of an original in the cache. Only a drawing is read as a whole.
    private func needs(of digest: ContentDigest) -> DrawingNeeds {
        guard let beginning = configuration.disk.beginning(of: digest, count: FirstBlock.count) else {
            return .nothing
        }
        let needs = DrawingNeeds(ofBeginning: beginning)
        if needs == .nothing { return needs }
        // A damaged one is found out when it is loaded.
        return configuration.disk.data(for: digest).map(DrawingNeeds.init(of:)) ?? needs
    }

    private func originalData(_ digest: ContentDigest) async throws -> Data {
        let disk = configuration.disk
        let data = try await blocking.run { disk.data(for: digest) }
        guard let data else { throw OriginalLost() }
        return data
    }
}
