import AlcedoBase
public import AlcedoLoading
public import AlcedoRecipes

/// One picture of a prefetch batch.
public struct PrefetchItem: Sendable {
    /// Source of the picture.
    public var source: Source
    /// Variant to make.
    public var request: ImageRequest

    /// Creates an item from a source and a request.
    public init(source: Source, request: ImageRequest) {
        self.source = source
        self.request = request
    }
}

/// Outcome of a prefetch batch, as indices of its items; each item is in exactly one of the lists.
public struct PrefetchResult: Sendable {
    /// Items already in the cache.
    public var skipped: [Int] = []
    /// Items that failed, with the error; after cancellation also the items not yet started.
    public var failed: [(index: Int, error: any Error)] = []
    /// Items that were made.
    public var completed: [Int] = []
}

extension ImagePipeline {
    /// Fills the cache with a batch of pictures, several at a time.
    ///
    /// - Parameters:
    ///   - items: The pictures.
    ///   - options: Options for each retrieval.
    ///   - progress: Receives the counts so far, once per finished item.
    /// - Returns: The outcome of each item. A failure does not stop the others.
    public func prefetch(
        _ items: [PrefetchItem], options: RetrieveOptions = RetrieveOptions(),
        progress: @escaping @Sendable (_ skipped: Int, _ failed: Int, _ completed: Int) -> Void = { _, _, _ in
        }
    ) async -> PrefetchResult {
        var result = PrefetchResult()
        // Loading is mostly waiting, so more items run at once than there are cores.
        let width = max(8, configuration.jobs * 2)
        await items.indices.forEach(limit: width) { index in
            do {
                try Task.checkCancellation()
                let item = items[index]
                let image = try await self.retrieve(item.source, item.request, options: options)
                return (index, Result<Bool, any Error>.success(image.wasMade))
            } catch {
                return (index, .failure(error))
            }
        } collect: { index, outcome in
            switch outcome {
            case .success(false): result.skipped.append(index)
            case .success(true): result.completed.append(index)
            case .failure(let error): result.failed.append((index, error))
            }
            progress(result.skipped.count, result.failed.count, result.completed.count)
        }
        result.skipped.sort()
        result.completed.sort()
        result.failed.sort { $0.index < $1.index }
        return result
    }
}
