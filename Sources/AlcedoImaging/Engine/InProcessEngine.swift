public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes
import AlcedoWorkers
import CVipsShims

/// An engine that processes pictures on threads of this process.
///
/// libvips blocks, so its work stays off Swift's cooperative threads. One picture per thread, without threads inside
/// libvips, is the fastest arrangement for many pictures.
public final class InProcessEngine: ImageEngine {
    private let workers: WorkerThreads
    private let memory: MemoryBudget?

    /// Creates an engine. Threads and libvips start with the first job.
    ///
    /// - Parameters:
    ///   - threads: The number of pictures processed at once. If `nil`, the number of cores available to the process.
    ///   - memory: The memory that all jobs may take together, unlimited if `nil`.
    public init(threads: Int? = nil, memory: MemoryBudget? = nil) {
        workers = WorkerThreads(
            count: max(1, threads ?? Machine.cores), afterEach: { alcedo_vips_thread_done() })
        self.memory = memory
    }

    deinit {
        workers.stop()
    }

    /// Returns the identity of the libraries in this process, computed once.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` when libvips cannot be started.
    public func identity() throws -> ContentDigest {
        try Self.identityOfProcess.get()
    }

    // Computed on first use; the initialization of a static is thread-safe.
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
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``, or `CancellationError` if cancelled before it begins.
    public func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        try await workers.run {
            // The header of a truncated file is still readable.
            let source = ImageJob.Source(data: data, limits: limits, truncation: .allow)
            return try JobRunner(source: source, control: InProcessControl(budget: nil)).inspect()
        }
    }

    /// Runs the work for a source on the next free thread. Files are returned in memory.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` if the source itself cannot be used, `CancellationError` if cancelled before the
    ///   work begins, or an error that `work` throws.
    public func run(
        _ source: ImageJob.Source, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageJob.Work
    ) async throws -> ImageJob.Result {
        try await workers.run(expected: source.expected) { [memory] in
            try JobRunner(source: source, control: InProcessControl(budget: memory)).run(work)
        }
    }

    func comparison(
        _ second: Data, _ first: Data, _ limits: ImageLimits, _ drawsHeatMap: Bool
    ) async throws -> PictureComparison {
        try await workers.run { [memory] in
            try Vips.start()
            return try PictureComparison(
                of: second, with: first, limits: limits, drawsHeatMap: drawsHeatMap,
                control: InProcessControl(budget: memory))
        }
    }
}

extension EngineMaker {
    /// An engine on threads of this process.
    public static let threads = EngineMaker("threads") { InProcessEngine(threads: $0, memory: $1) }
}
