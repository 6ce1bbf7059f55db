public import AlcedoBase
public import AlcedoRecipes
import CAlcedoSystem

/// An engine that processes each picture in a worker process, one at a time per process.
///
/// A decoder that crashes, hangs or exhausts the memory only affects its own picture: the process is replaced, and the
/// picture is tried once more while nothing else is processed. Errors are also separate for each picture, which libvips
/// cannot guarantee for several pictures in one process.
///
/// Another process has no custom steps ; a source with such a step is processed in this one, if there
/// is an engine for it.
public final class WorkerEngine: ImageEngine {
    private let pool: WorkerPool
    private let memory: MemoryBudget
    private let threads: WorkerThreads
    private let processes: Int
    private let inProcess: any ImageEngine
    private let known = Locked<Result<ContentDigest, any Error>?>(nil)

    /// Creates an engine without starting a process: a process is started for the first picture without an idle one.
    ///
    /// - Parameters:
    ///   - executable: The program to start.
    ///   - processes: The maximum number of pictures to process at once.
    ///   - memory: The memory budget of all processes together.
    ///   - requiresSandbox: Whether a worker without the whole sandbox (Landlock and seccomp, on Linux) gets no picture.
    ///   - maker: What makes the engine for sources with steps or serializers of your own.
    public init(
        executable: WorkerExecutable, processes: Int, memory: MemoryBudget, requiresSandbox: Bool = false,
        inProcess maker: EngineMaker? = nil
    ) {
        self.processes = max(1, processes)
        pool = WorkerPool(executable, maxWorkers: self.processes, requiresSandbox: requiresSandbox)
        self.memory = memory
        threads = WorkerThreads(count: self.processes)
        inProcess = EngineMaker.engine(of: maker, threads: processes, memory: memory)
    }

    deinit {
        threads.stop()
        pool.end()
    }

    /// Returns the identity of the libraries in a worker, requested once.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` if no worker can be started, or if libvips cannot be started in it.
    public func identity() throws -> ContentDigest {
        // The lock makes concurrent callers wait for the answer.
        try known.withLock { known in
            let answer = known ?? Result { try WorkerTask(pool: pool, memory: memory).identity() }
            known = answer
            return try answer.get()
        }
    }

    /// Reads the facts of a picture from its header, in a worker.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError``, or `CancellationError`.
    public func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        let source = ImageJob.Source(data: data, limits: limits, truncation: .allow)
        return try await perform(source) { try $0.inspect(source) }
    }

    /// Processes a source in a worker, which fills files that are created in `folder` if given.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` (also ``/AlcedoRecipes/ImagingError/lost(during:reason:)``), `CancellationError`, or errors of
    ///   `work`.
    public func run(
        _ source: ImageJob.Source, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageJob.Work
    ) async throws -> ImageJob.Result {
        do {
            return try await perform(source) { try $0.run(source, handingOverIn: folder, work) }
        } catch is WorkerTask.NeedsThisProcess {
            return try await inProcess.run(source, handingOverIn: folder, work)
        }
    }

    func comparison(
        _ second: Data, _ first: Data, _ limits: ImageLimits, _ drawsHeatMap: Bool
    ) async throws -> PictureComparison {
        try await perform(ImageJob.Source(data: first, limits: limits)) { task in
            try task.compare(second, with: first, limits, drawsHeatMap)
        }
    }

    /// Runs a task on a thread that may block. Cancellation kills the worker of the task.
    private func perform<Value: Sendable>(
        _ source: ImageJob.Source, _ body: @escaping @Sendable (WorkerTask) throws -> Value
    ) async throws -> Value {
        let task = WorkerTask(pool: pool, memory: memory)
        return try await withTaskCancellationHandler {
            try await threads.run(expected: source.expected) { try body(task) }
        } onCancel: {
            task.cancel()
        }
    }

    /// Starts up to one worker per source, without waiting for them.
    public func prepare(for sources: Int) {
        pool.start(min(sources, processes))
    }

    /// Starts a worker of the current program that the first engine of the process takes over when it prepares itself.
    package static func startEarly() {
        if let executable = WorkerExecutable.current { WorkerPool.startEarly(executable) }
    }

    /// What the system ran out of, if fewer pictures than wanted were processed at once for that reason.
    package var reducedBy: ImagingError.Shortage? { pool.reducedBy }

    /// Ends the idle workers, and waits until they are gone.
    public func rest() {
        pool.end()
    }
}
