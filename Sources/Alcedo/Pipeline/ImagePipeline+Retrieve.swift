import AlcedoBase
import AlcedoCache
public import AlcedoLoading
public import AlcedoRecipes

extension ImagePipeline {
    /// Returns a variant of a source from memory or the disk cache, or makes it.
    ///
    /// A variant in memory is returned without network or disk access, unless ``RetrieveOptions/revalidation`` or
    /// ``RetrieveOptions/expected`` requires it. A provider supplies its bytes each time.
    ///
    /// Cancelling the task stops its own work; work shared with other tasks continues.
    ///
    /// - Parameters:
    ///   - source: The source of the picture.
    ///   - request: The variant to make. With several encodings, the first that can hold the picture is used.
    ///   - options: Options for the lookup.
    ///   - progress: Receives each event at most once, in the order of declaration, on any thread.
    /// - Throws: ``PipelineError`` with the phase and the reason, or `CancellationError`.
    public func retrieve(
        _ source: Source, _ request: ImageRequest, options: RetrieveOptions = RetrieveOptions(),
        progress: @escaping @Sendable (RetrieveProgress) -> Void = { _ in }
    ) async throws -> RetrievedImage {
        if let image = remembered(source, request, options) {
            progress(.finished(image.origin))
            return image
        }
        let progress = RetrieveProgress.eachOnce(progress)
        for _ in 0..<2 {
            do {
                return try await retrieveOnce(source, request, options: options, progress: progress)
            } catch is OriginalLost {
                // The damaged original has been removed, so the second attempt loads it again.
            }
        }
        // A plan leaves damaged files where they are.
        if options.onlyFromCache { throw Self.variantNotCached }
        throw PipelineError.provider(reason: String(describing: OriginalLost()))
    }

    private func retrieveOnce(
        _ source: Source, _ request: ImageRequest, options: RetrieveOptions,
        progress: @escaping @Sendable (RetrieveProgress) -> Void
    ) async throws -> RetrievedImage {
        progress(.loading)
        let content = try await content(of: source, options: options)
        progress(.loaded(bytes: content.bytes))

        let memoryKey = memoryKey(content.digest, request)
        if !options.forceRefresh,
            let image = configuration.memory?.value(for: memoryKey)
        {
            remember(content, of: source)
            let origin = content.origin.forCached(.memory)
            progress(.finished(origin))
            return image.from(origin, wasMade: false)
        }
        let production = try await validating(source, content) {
            try await self.produce(
                ProductionOrder(
                    content: content, requests: { _ in [request] }, requestsFingerprint: request.fingerprint,
                    readsVariants: !options.forceRefresh, writesDisk: !options.cacheMemoryOnly,
                    makesPixels: !options.onlyFromCache, progress: progress))
        }
        guard let file = production.files.first else {
            throw PipelineError.imaging(
                production.failures[0]
                    ?? .noFormat(reason: "none of the requested formats can hold the picture"))
        }
        let disk = configuration.disk
        let data = try await blocking.run {
            // What the engine has just made was checked there.
            file.data
                ?? (file.isCached ? disk.picture(file.record) : disk.data(for: file.record.digest))
        }
        // Damaged between lookup and read: it has been removed, so the next attempt makes it again.
        guard let data else { throw OriginalLost() }
        let origin = file.isCached ? content.origin.forCached(.variant) : content.origin
        let image = RetrievedImage(
            data: data, digest: file.record.digest, format: file.record.format, width: file.record.width,
            height: file.record.height, frames: file.record.frames, origin: origin,
            wasMade: !file.isCached)
        configuration.memory?.store(image, for: memoryKey, cost: data.count)
        remember(content, of: source)
        progress(.finished(origin))
        return image
    }
}
