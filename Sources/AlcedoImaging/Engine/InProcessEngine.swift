public import AlcedoBase
public import Foundation

/// Processes pictures on threads of its own.
///
/// libvips blocks while it works, so none of this happens on Swift's cooperative threads. One picture at a time on
/// each thread and no threads within a picture is the fastest arrangement for many pictures.
public final class InProcessEngine: ImageEngine {
    private let workers: WorkerThreads
    private let memory: MemoryBudget?

    /// Starts nothing yet: threads and libvips start with the first job.
    ///
    /// - Parameters:
    ///   - threads: How many pictures are processed at once; the number of cores if `nil`, or what a container leaves of them.
    ///   - memory: How much memory they may take together; as much as they do if `nil`.
    public init(threads: Int? = nil, memory: MemoryBudget? = nil) {
        workers = WorkerThreads(count: max(1, threads ?? Machine.cores))
        self.memory = memory
    }

    deinit {
        workers.stop()
    }

    /// The identity of the libraries in this process, computed once.
    ///
    /// - Throws: ``ImagingError`` when libvips cannot be started.
    public func identity() throws -> ContentDigest {
        try Self.identityOfProcess.get()
    }

    // Computed on first use, under the lock that guards every static.
    private static let identityOfProcess = Result { () throws(ImagingError) -> ContentDigest in
        do {
            return try EngineIdentity.compute()
        } catch let error as ImagingError {
            throw error
        } catch {
            throw ImagingError.library(reason: String(describing: error))
        }
    }

    /// Reads the facts of a picture from its header, without decoding it.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``, or `CancellationError` when cancelled before it began.
    public func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        try await workers.run {
            // A header tells more than a file that is cut off has.
            let source = ImageSource(data: data, limits: limits, truncation: .allow)
            return try JobRunner(source: source, control: InProcessControl(budget: nil)).inspect()
        }
    }

    /// Makes what is wanted of a source on the next free thread. Files are given back in memory.
    ///
    /// - Throws: ``ImagingError`` when the source itself cannot be used, `CancellationError` when cancelled before
    ///   the work has begun, what `work` throws.
    public func run(
        _ source: ImageSource, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageWork
    ) async throws -> ImageJobResult {
        try await workers.run(expected: source.expected) { [memory] in
            try JobRunner(source: source, control: InProcessControl(budget: memory)).run(work)
        }
    }
}
