public import AlcedoBase
public import Foundation

/// Processes pictures on threads of its own.
///
/// libvips blocks while it works, so none of this happens on Swift's cooperative threads. One picture at a time on
/// each thread and no threads within a picture is the fastest arrangement for many pictures.
public final class InProcessEngine: ImageEngine {
    private let workers: WorkerThreads

    /// Starts nothing yet: threads and libvips start with the first job.
    ///
    /// - Parameter threads: How many pictures are processed at once; the number of processors if `nil`.
    public init(threads: Int? = nil) {
        workers = WorkerThreads(count: max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount))
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
            let type = ImageType.sniff(data)
            return try data.withUnsafeBytes { bytes in
                let reader = try SourceReader(bytes: bytes, type: type, truncation: .allow)
                return try DecodingTurns.ofProcess.decode {
                    let decoding = Decoding(reader: reader)
                    return try withExtendedLifetime(decoding) { try reader.facts(limits: limits) }
                }
            }
        }
    }

    /// Runs a job on the next free thread.
    ///
    /// - Throws: ``ImagingError`` when the source itself cannot be used, `CancellationError` when cancelled before
    ///   the job has begun.
    public func run(_ job: ImageJob) async throws -> ImageJobResult {
        try await workers.run { try JobRunner(job: job).run() }
    }
}
