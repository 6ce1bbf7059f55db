import AlcedoBase
import AlcedoCache
import AlcedoLoading
import Foundation

extension ImagePipeline {
    /// Takes a remote source's original from the cache, or loads it and keeps it there.
    func loadRemote(_ resource: RemoteResource, options: RetrieveOptions) async throws -> SourceContent {
        if let expected = options.expected {
            return try await loadPinned(resource, expected, options: options)
        }
        let key = CacheKeys.remote(resource)
        var known = options.forceRefresh ? nil : try await blocking.run { self.knownRemote(key, options) }
        if let copy = known, let objection = objection(to: copy.bytes, of: resource) {
            // Its server may have a smaller one by now.
            if options.onlyFromCache { throw objection }
            known = nil
        }
        if let known, options.onlyFromCache || isGoodEnough(known, for: resource, options) {
            return cachedOriginal(known, origin: .original)
        }
        if options.onlyFromCache { throw Self.notCached }
        do {
            return try await ask(resource, key, known, options)
        } catch LoadingError.network(let failures) where known != nil && options.usesStaleOnError {
            // What was never sent is a mistake of ours, which an old copy would only hide.
            guard let known, failures.allSatisfy({ $0.attempts > 0 || $0.reason.isAbsence }) else {
                throw LoadingError.network(failures)
            }
            return cachedOriginal(
                known, origin: .stale, staleReason: String(describing: LoadingError.network(failures)))
        }
    }

    private static let notCached = PipelineError.notCached(
        reason: "it is not in the cache, and the network was not to be asked; run 'alcedo fetch' first")

    /// Why so many bytes are not taken, wherever they are.
    private func objection(to bytes: Int, of resource: RemoteResource) -> LoadingError? {
        let limit = configuration.loader.configuration.byteLimit
        guard bytes > limit else { return nil }
        return .network([
            NetworkFailure(
                name: resource.name, reason: .tooLarge(limit: limit, announced: bytes), attempts: 0)
        ])
    }

    /// A source of which the bytes are known: where they are in the cache nobody is asked, whatever address they came
    /// from, and where an address gives others the next one is tried.
    private func loadPinned(
        _ resource: RemoteResource, _ expected: ContentPin, options: RetrieveOptions
    ) async throws -> SourceContent {
        // Whether it is in the cache decides nothing.
        if let objection = objection(to: expected.bytes, of: resource) { throw objection }
        let key = CacheKeys.remote(resource)
        if !options.forceRefresh,
            try await blocking.run({ try self.hasPinned(expected, key, options) })
        {
            return cachedOriginal(expected.digest, bytes: expected.bytes, origin: .original)
        }
        if options.onlyFromCache { throw Self.notCached }
        var next = 0
        var changed: PipelineError?
        while true {
            let asked = configuration.now()
            let loaded: LoadedResource
            do {
                loaded = try await configuration.loader.load(resource, startingAt: next)
            } catch let error as LoadingError {
                // That an address gave other bytes says more than that the ones after it gave none.
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

    /// Whether the cache has the bytes that a source is known to have.
    ///
    /// - Throws: ``PipelineError/changed(expected:actual:)`` if it has them and they are not so many.
    private func hasPinned(_ expected: ContentPin, _ key: CacheKey, _ options: RetrieveOptions) throws -> Bool
    {
        if options.wantsProof, knownRemote(key, options)?.digest != expected.digest { return false }
        if configuration.disk.contains(expected.digest, bytes: expected.bytes) { return true }
        if options.onlyFromCache, let data = configuration.disk.data(for: expected.digest),
            data.count != expected.bytes
        {
            throw PipelineError.changed(
                expected: expected, actual: ContentPin(digest: expected.digest, bytes: data.count))
        }
        return false
    }

    /// Whether what is known of a source may be used without a question to its server.
    func isGoodEnough(
        _ known: RemoteRecord, for resource: RemoteResource, _ options: RetrieveOptions
    ) -> Bool {
        switch options.revalidation {
        case .never: true
        // For how long it may be used was said of another address if that has changed under its key.
        case .whenStale: resource.isSource(of: known.validators) && known.isFresh(at: configuration.now())
        case .always: false
        }
    }

    private func ask(
        _ resource: RemoteResource, _ key: CacheKey, _ known: RemoteRecord?, _ options: RetrieveOptions
    ) async throws -> SourceContent {
        // The moment before the request: how long the answer took makes it older, not younger.
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
                    try self.write(confirmed, key, options)
                } catch {
                    self.cacheTrouble.note(error)
                }
            }
            return cachedOriginal(confirmed, origin: .revalidated)
        }
    }

    private func keep(
        _ loaded: LoadedResource, _ asked: Date, _ key: CacheKey, _ options: RetrieveOptions
    ) async throws -> SourceContent {
        try await blocking.run {
            let digest = ContentDigest(hashing: loaded.data)
            var record = RemoteRecord(
                digest: digest, bytes: loaded.data.count, validators: loaded.validators, validated: asked)
            let isKept = !options.cacheMemoryOnly && options.diskExpiration != .expired
            guard isKept else { return SourceContent(loaded.data, of: record) }
            if let known = self.knownRemote(key, options) {
                // Of two that nobody has looked at, neither may take the place of the one before them.
                record.before = known.before
                if known.before.isEmpty, known.digest != digest { record.before = [known] }
            }
            do {
                try self.configuration.disk.store(loaded.data, digest: digest)
                try self.write(record, key, options)
            } catch {
                self.cacheTrouble.note(error)
                return SourceContent(loaded.data, of: record)
            }
            // The bytes are in the cache now; holding many originals in memory until their turn would cost more.
            return self.cachedOriginal(record, origin: .downloaded)
        }
    }

    private func write(_ record: RemoteRecord, _ key: CacheKey, _ options: RetrieveOptions) throws {
        var writer = FieldWriter()
        record.write(to: &writer)
        try configuration.disk.setRecord(
            writer.data, for: key, links: RecordLinks(blob: record.digest, subject: record.digest),
            expiration: options.diskExpiration ?? .never)
    }

    /// Lets go of a remote source's original if it turned out to be no whole picture, so that it is loaded again the
    /// next time: a server may have cut it off without a sign of it. What it took the place of comes back.
    func forget(_ resource: RemoteResource, _ digest: ContentDigest, _ options: RetrieveOptions) {
        let key = CacheKeys.remote(resource)
        if rememberedRemotes.value(for: key)?.digest == digest { rememberedRemotes.removeValue(for: key) }
        guard let known = knownRemote(key, options), known.digest == digest else { return }
        do {
            if let before = known.before.first,
                configuration.disk.contains(before.digest, bytes: before.bytes)
            {
                try write(before, key, options)
            } else {
                try configuration.disk.removeRecord(for: key)
            }
        } catch {
            cacheTrouble.note(error)
        }
    }

    /// Lets go of what a remote source's original took the place of: it is a whole picture.
    func settle(_ resource: RemoteResource, _ digest: ContentDigest, _ options: RetrieveOptions) {
        let key = CacheKeys.remote(resource)
        guard var known = knownRemote(key, options), known.digest == digest, !known.before.isEmpty else {
            return
        }
        known.before = []
        do {
            try write(known, key, options)
        } catch {
            cacheTrouble.note(error)
        }
    }

    private func knownRemote(_ key: CacheKey, _ options: RetrieveOptions) -> RemoteRecord? {
        let disk = configuration.disk
        guard let payload = disk.record(for: key, extending: options.diskAccessExtendingExpiration) else {
            return nil
        }
        var reader = FieldReader(payload)
        // What another version wrote under the same key is as good as absent, and overwritten by what follows.
        guard let record = try? RemoteRecord(from: &reader),
            disk.contains(record.digest, bytes: record.bytes)
        else { return nil }
        return record
    }

    private func cachedOriginal(
        _ record: RemoteRecord, origin: ImageOrigin, staleReason: String? = nil
    ) -> SourceContent {
        cachedOriginal(
            record.digest, bytes: record.bytes, origin: origin, staleReason: staleReason, remote: record)
    }

    private func cachedOriginal(
        _ digest: ContentDigest, bytes: Int, origin: ImageOrigin, staleReason: String? = nil,
        remote: RemoteRecord? = nil
    ) -> SourceContent {
        SourceContent(
            digest: digest, bytes: bytes, origin: origin, staleReason: staleReason, remote: remote
        ) {
            try await self.originalData(digest)
        }
    }

    private func originalData(_ digest: ContentDigest) async throws -> Data {
        let disk = configuration.disk
        let data = try await blocking.run { disk.data(for: digest) }
        guard let data else { throw OriginalLost() }
        return data
    }
}
