public import AlcedoBase
import CSystem
public import Foundation

/// Processes pictures in processes of their own, one at a time in each.
///
/// A decoder that crashes, hangs or takes all memory costs its picture and nothing else: the process is replaced, and
/// the picture is tried once more while nothing else is worked on. Each picture's errors are its own, too, which libvips
/// cannot promise to several in one process.
///
/// Steps of a user's own (``ImageProcessor``) are not known to another process; a source with such a step is worked on
/// in this one.
public final class WorkerEngine: ImageEngine {
    private let pool: WorkerPool
    private let threads: WorkerThreads
    private let processes: Int
    private let memory: MemoryBudget
    private let inProcess: InProcessEngine
    private let known = Locked<Result<ContentDigest, any Error>?>(nil)

    /// Starts nothing yet: a process is started for the first picture that finds none.
    ///
    /// - Parameters:
    ///   - executable: What is started.
    ///   - processes: How many pictures are worked on at once.
    ///   - memory: How much memory they may take together.
    public init(executable: WorkerExecutable, processes: Int, memory: MemoryBudget) {
        pool = WorkerPool(executable)
        self.processes = max(1, processes)
        threads = WorkerThreads(count: self.processes)
        self.memory = memory
        inProcess = InProcessEngine(threads: processes, memory: memory)
    }

    deinit {
        threads.stop()
        pool.end()
    }

    /// The identity of the libraries in a worker, asked for once.
    ///
    /// - Throws: ``ImagingError`` when no worker can be started, or libvips cannot be started in it.
    public func identity() throws -> ContentDigest {
        // Whoever else asks meanwhile waits for the answer.
        try known.withLock { known in
            let answer = known ?? Result { try WorkerTask(pool: pool, memory: memory).identity() }
            known = answer
            return try answer.get()
        }
    }

    /// Reads the facts of a picture from its header, in a worker.
    ///
    /// - Throws: ``ImagingError``, or `CancellationError`.
    public func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        let source = ImageSource(data: data, limits: limits, truncation: .allow)
        return try await perform(source) { try $0.inspect(source) }
    }

    /// Makes what is wanted of a source in a worker, which writes encoded files into `folder` if there is one.
    ///
    /// - Throws: ``ImagingError``, ``ImagingError/lost(during:reason:)`` among them; `CancellationError`; what `work`
    ///   throws.
    public func run(
        _ source: ImageSource, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageWork
    ) async throws -> ImageJobResult {
        do {
            return try await perform(source) { try $0.run(source, handingOverIn: folder, work) }
        } catch is WorkerTask.NeedsThisProcess {
            return try await inProcess.run(source, handingOverIn: folder, work)
        }
    }

    /// Starts workers, as many as there are sources for, without waiting for them.
    public func prepare(for sources: Int) {
        pool.start(min(sources, processes))
    }

    /// Ends the workers that have nothing to do, and waits until they are gone.
    public func rest() {
        pool.end()
    }

    /// Runs a task on a thread that may wait; cancelling ends the worker that is at it.
    private func perform<Value: Sendable>(
        _ source: ImageSource, _ body: @escaping @Sendable (WorkerTask) throws -> Value
    ) async throws -> Value {
        let task = WorkerTask(pool: pool, memory: memory)
        return try await withTaskCancellationHandler {
            try await threads.run(expected: source.expected) { try body(task) }
        } onCancel: {
            task.cancel()
        }
    }
}
