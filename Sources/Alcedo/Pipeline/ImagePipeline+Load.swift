import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import Foundation

extension ImagePipeline {
    /// Finds out what a source's bytes are, loading them if nobody knows.
    ///
    /// - Throws: ``PipelineError``, or `CancellationError`.
    func content(of source: Source, options: RetrieveOptions) async throws -> SourceContent {
        do {
            switch source {
            case .network(let resource): return try await remoteContent(resource, options: options)
            case .provider(let provider): return try await providedContent(provider)
            }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    private func providedContent(_ provider: any ImageDataProvider) async throws -> SourceContent {
        if let provider = provider as? FileImageDataProvider { return try await fileContent(provider.path) }
        let data = try await provider.data()
        let digest = try await blocking.run { ContentDigest(hashing: data) }
        return SourceContent(data, digest: digest, origin: .provider)
    }

    /// Reads and digests a local file, off the cooperative threads.
    func fileContent(_ path: String) async throws -> SourceContent {
        try await blocking.run {
            let (data, status) = try Self.readFile(path)
            return SourceContent(
                data, digest: ContentDigest(hashing: data), origin: .provider, status: status)
        }
    }

    /// A local file whose digest is known from its status; it is read only if its pixels are needed.
    func fileContent(_ path: String, digest: ContentDigest, bytes: Int) -> SourceContent {
        SourceContent(digest: digest, bytes: bytes, origin: .provider) {
            try await self.readAgain(path, digest)
        }
    }

    private func readAgain(_ path: String, _ digest: ContentDigest) async throws -> Data {
        let data = try await blocking.run { try Self.readFile(path).0 }
        guard try await blocking.run({ ContentDigest(hashing: data) == digest }) else {
            throw PipelineError.provider(reason: "it changed while the build was running; build again")
        }
        return data
    }

    private static func readFile(_ path: String) throws -> (Data, FileStatus) {
        do {
            return try FileSystem.readStable(path)
        } catch let error as FileSystemError where error.isMissing {
            throw PipelineError.provider(reason: "there is no such file; check the path")
        } catch let error as FileSystemError {
            throw PipelineError.provider(reason: "it cannot be read: \(error.reason)")
        } catch is FileSystem.ChangedWhileReading {
            throw PipelineError.provider(
                reason: "it keeps changing while it is being read; build again when it is done")
        }
    }

    /// Takes a remote source's original from the cache, or loads it and keeps it there.
    func loadRemote(_ resource: RemoteResource, options: RetrieveOptions) async throws -> SourceContent {
        let key = CacheKeys.remote(resource.identity)
        let disk = configuration.disk
        if !options.forceRefresh, let content = try await blocking.run({ self.cachedRemote(key, options) }) {
            return content
        }
        if options.onlyFromCache {
            throw PipelineError.notCached(
                reason:
                    "it is not in the cache, and the network was not to be asked; run 'alcedo fetch' first")
        }
        let loaded = try await configuration.loader.load(resource)
        return try await blocking.run {
            let digest = ContentDigest(hashing: loaded.data)
            let isKept = !options.cacheMemoryOnly && options.diskExpiration != .expired
            guard isKept else { return SourceContent(loaded.data, digest: digest, origin: .downloaded) }
            do {
                try disk.store(loaded.data, digest: digest)
                var writer = FieldWriter()
                RemoteRecord(
                    digest: digest, bytes: loaded.data.count, etag: loaded.validators.etag,
                    lastModified: loaded.validators.lastModified
                ).write(to: &writer)
                try disk.setRecord(
                    writer.data, for: key, links: RecordLinks(blob: digest, subject: digest),
                    expiration: options.diskExpiration ?? .never)
            } catch {
                self.cacheTrouble.note(error)
                return SourceContent(loaded.data, digest: digest, origin: .downloaded)
            }
            // The bytes are in the cache now; holding many originals in memory until their turn would cost more.
            return self.cachedOriginal(digest, bytes: loaded.data.count, origin: .downloaded)
        }
    }

    /// Lets go of a remote source's original if it turned out to be no whole picture, so that it is loaded again the
    /// next time: a server may have cut it off without a sign of it.
    func forget(_ source: Source, after error: any Error) {
        guard case .network(let resource) = source, case PipelineError.imaging(.decode) = error else {
            return
        }
        do {
            try configuration.disk.removeRecord(for: CacheKeys.remote(resource.identity))
        } catch {
            cacheTrouble.note(error)
        }
    }

    private func cachedRemote(_ key: CacheKey, _ options: RetrieveOptions) -> SourceContent? {
        guard
            let payload = configuration.disk.record(
                for: key, extending: options.diskAccessExtendingExpiration)
        else { return nil }
        var reader = FieldReader(payload)
        guard let record = try? RemoteRecord(from: &reader),
            configuration.disk.contains(record.digest, bytes: record.bytes)
        else { return nil }
        return cachedOriginal(record.digest, bytes: record.bytes, origin: .original)
    }

    private func cachedOriginal(_ digest: ContentDigest, bytes: Int, origin: ImageOrigin) -> SourceContent {
        SourceContent(digest: digest, bytes: bytes, origin: origin) {
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

/// The cache had an original and lost it, or found it damaged, before it was read.
struct OriginalLost: Error, CustomStringConvertible {
    var description: String { "its original in the cache was damaged and has been removed; build again" }
}

extension RemoteResource {
    /// What the cache files this source under: nothing secret is in it.
    var identity: String {
        if let cacheKey { return cacheKey }
        return (["url " + name] + headers.keys.map { "header " + $0.lowercased() }.sorted()).joined(
            separator: "\n")
    }
}
