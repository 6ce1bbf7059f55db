public import AlcedoImaging
public import AlcedoLoading
import Foundation

/// One picture that a batch is to have ready.
public struct PrefetchItem: Sendable {
    /// Where it comes from.
    public var source: Source
    /// What it is to become.
    public var request: ImageRequest

    /// Names a picture.
    public init(source: Source, request: ImageRequest) {
        self.source = source
        self.request = request
    }
}

/// How a batch ended, by index of its items; each item is in exactly one of the lists.
public struct PrefetchResult: Sendable {
    /// Those that were in the cache already.
    public var skipped: [Int] = []
    /// Those that could not be made, with the reason; after a cancellation also those that were not begun.
    public var failed: [(index: Int, error: any Error)] = []
    /// Those that were made.
    public var completed: [Int] = []
}

extension ImagePipeline {
    /// Gets a number of pictures ready, several at a time.
    ///
    /// - Parameters:
    ///   - items: The pictures.
    ///   - options: How they are looked for.
    ///   - progress: Is told the counts after each picture, once per item.
    /// - Returns: What became of each. A failure of one stops no other.
    public func prefetch(
        _ items: [PrefetchItem], options: RetrieveOptions = RetrieveOptions(),
        progress: @escaping @Sendable (_ skipped: Int, _ failed: Int, _ completed: Int) -> Void = { _, _, _ in
        }
    ) async -> PrefetchResult {
        var result = PrefetchResult()
        // Loading waits for others, so more items are under way than there are cores.
        let width = max(8, configuration.jobs * 2)
        await withTaskGroup(of: (Int, Result<Bool, any Error>).self) { group in
            var next = items.indices.makeIterator()
            func addOne() {
                guard let index = next.next() else { return }
                group.addTask {
                    do {
                        try Task.checkCancellation()
                        let item = items[index]
                        return (
                            index,
                            .success(
                                try await self.retrieve(item.source, item.request, options: options).wasMade)
                        )
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<width { addOne() }
            while let (index, outcome) = await group.next() {
                switch outcome {
                case .success(false): result.skipped.append(index)
                case .success(true): result.completed.append(index)
                case .failure(let error): result.failed.append((index, error))
                }
                progress(result.skipped.count, result.failed.count, result.completed.count)
                addOne()
            }
        }
        result.skipped.sort()
        result.completed.sort()
        result.failed.sort { $0.index < $1.index }
        return result
    }
}
