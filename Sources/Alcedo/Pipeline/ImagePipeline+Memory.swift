import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import Foundation

// The memory tier: finished variants by content, and which content each remote address gave.
extension ImagePipeline {
    /// Largest number of remote addresses whose content is remembered, at some 300 bytes each.
    static let maxRememberedRemotes = 10_000

    /// Key of a finished variant in memory.
    func memoryKey(_ source: ContentDigest, _ request: ImageRequest) -> CacheKey {
        CacheKey(domain: "memory") { writer in
            writer.write(source)
            writer.write(request.fingerprint)
        }
    }

    /// Picture of a remote source that is in memory, found without a look at the network or the disk.
    ///
    /// - Returns: `nil` where the picture is not in memory, or the server or the disk has to be asked whether it holds.
    func remembered(_ source: Source, _ request: ImageRequest, _ options: RetrieveOptions) -> RetrievedImage?
    {
        guard case .network(let resource) = source, let memory = configuration.memory, !options.forceRefresh,
            !options.wantsProof, let known = rememberedRemotes.value(for: CacheKeys.remote(resource)),
            isEnough(known, for: resource, options)
        else { return nil }
        return memory.value(
            for: memoryKey(known.digest, request), extending: options.memoryAccessExtendingExpiration)?
            .from(.memory, wasMade: false)
    }

    /// Notes what a remote source is, once a picture of it is in memory.
    func remember(_ content: SourceContent, of source: Source) {
        guard case .network(let resource) = source, configuration.memory != nil else { return }
        var record =
            content.remote
            ?? RemoteRecord(
                digest: content.digest, bytes: content.bytes, validators: ResponseValidators(),
                validated: .distantPast)
        record.before = []
        rememberedRemotes.store(record, for: CacheKeys.remote(resource))
    }

    private func isEnough(
        _ known: RemoteRecord, for resource: RemoteResource, _ options: RetrieveOptions
    ) -> Bool {
        if let expected = options.expected {
            return expected.digest == known.digest && expected.bytes == known.bytes
        }
        return options.onlyFromCache || isGoodEnough(known, for: resource, options)
    }
}
