public import AlcedoBase
import CAlcedoSystem
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
    private let crew: WorkerCrew
    private let processes: Int
    private let inProcess: InProcessEngine
    private let known = Locked<Result<ContentDigest, any Error>?>(nil)

    /// Starts nothing yet: a process is started for the first picture that finds none.
    ///
    /// - Parameters:
    ///   - executable: What is started.
    ///   - processes: How many pictures are worked on at once.
    ///   - memory: How much memory they may take together.
    public init(executable: WorkerExecutable, processes: Int, memory: MemoryBudget) {
        self.processes = max(1, processes)
        crew = WorkerCrew(
            pool: WorkerPool(executable), memory: memory, threads: WorkerThreads(count: self.processes))
        inProcess = InProcessEngine(threads: processes, memory: memory)
    }

    deinit {
        crew.threads.stop()
        crew.pool.end()
    }

    /// The identity of the libraries in a worker, asked for once.
    ///
    /// - Throws: ``ImagingError`` when no worker can be started, or libvips cannot be started in it.
    public func identity() throws -> ContentDigest {
        // Whoever else asks meanwhile waits for the answer.
        try known.withLock { known in
            let answer = known ?? Result { try WorkerTask(pool: crew.pool, memory: crew.memory).identity() }
            known = answer
            return try answer.get()
        }
    }

    /// Reads the facts of a picture from its header, in a worker.
    ///
    /// - Throws: ``ImagingError``, or `CancellationError`.
    public func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        let source = ImageSource(data: data, limits: limits, truncation: .allow)
        return try await crew.perform(expected: source.expected) { try $0.inspect(source) }
    }

    /// Makes what is wanted of a source in a worker, which writes encoded files into `folder` if there is one. Workers
    /// that have nothing else to do take files off its hands if they take long.
    ///
    /// - Throws: ``ImagingError``, ``ImagingError/lost(during:reason:)`` among them; `CancellationError`; what `work`
    ///   throws.
    public func run(
        _ source: ImageSource, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageWork
    ) async throws -> ImageJobResult {
        do {
            // Each helper may be sent away once for what has a source of its own.
            let job = SharedJob(crew: crew, source: source, folder: folder, mostHelpers: (processes - 1) * 2)
            return try await job.run(work)
        } catch is WorkerTask.NeedsThisProcess {
            return try await inProcess.run(source, handingOverIn: folder, work)
        }
    }

    /// Starts workers, as many as there are sources for, without waiting for them.
    public func prepare(for sources: Int) {
        crew.pool.start(min(sources, processes))
    }

    /// Ends the workers that have nothing to do, and waits until they are gone.
    public func rest() {
        crew.pool.end()
    }
}
