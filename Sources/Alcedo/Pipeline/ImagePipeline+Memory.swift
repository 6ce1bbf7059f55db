import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoRecipes

// The memory tier: finished variants by content, and the last known content of each remote URL.
extension ImagePipeline {
    /// Maximum number of remote URLs whose content is remembered, at about 300 bytes each.
    static let maxRememberedRemotes = 10_000

    /// Key of a finished variant in memory.
    func memoryKey(_ source: ContentDigest, _ request: ImageRequest) -> CacheKey {
        CacheKey(domain: "memory") { writer in
            writer.write(source)
            writer.write(request.fingerprint)
        }
    }

    /// Returns the picture of a remote source from memory, without touching the network or the disk.
    ///
    /// - Returns: `nil` if the picture is not in memory, or cannot be validated without the server or the disk.
    func remembered(_ source: Source, _ request: ImageRequest, _ options: RetrieveOptions) -> RetrievedImage?
    {
        guard case .network(let resource) = source, let memory = configuration.memory, !options.forceRefresh,
            !options.requiresProvenance, let known = rememberedRemotes.value(for: CacheKeys.remote(resource)),
            isEnough(known, for: resource, options)
        else { return nil }
        return memory.value(for: memoryKey(known.digest, request))?.from(.memory, wasMade: false)
    }

    /// Records the content of a remote source once a picture of it is in memory.
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
