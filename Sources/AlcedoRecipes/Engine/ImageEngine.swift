public import AlcedoBase

/// An engine that turns jobs into files, on threads or processes of its choice.
public protocol ImageEngine: Sendable {
    /// Returns a digest of everything besides the job that determines the bytes: the version of libvips, and the
    /// bytes of a fixed picture from each saver. It is part of every cache key.
    ///
    /// - Throws: ``ImagingError`` when the image library cannot be started.
    func identity() throws -> ContentDigest

    /// Reads the facts of a picture from its header, without decoding it. ``ImageFacts/isOpaque`` stays `nil` if it
    /// depends on the pixels.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts

    /// Runs the work for a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - folder: An existing folder where the engine may leave encoded files instead of returning their bytes, on
    ///     the file system of their final location. `nil` to return bytes.
    ///   - work: Returns the work once the header has been read. Called at most once per attempt, on a thread that
    ///     may block; its errors are rethrown.
    /// - Throws: ``ImagingError`` if the source itself cannot be used, `CancellationError` if the task is cancelled,
    ///   or an error that `work` throws. The failure of a single request is in ``ImageJob/Result/failures``.
    func run(
        _ source: ImageJob.Source, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageJob.Work
    ) async throws -> ImageJob.Result

    /// Prepares for the given number of sources, for example by starting processes ahead of time.
    func prepare(for sources: Int)

    /// Releases resources kept for more work, such as processes. The engine remains usable.
    func rest()
}

extension ImageEngine {
    /// Does nothing by default.
    public func prepare(for sources: Int) {}

    /// Does nothing by default.
    public func rest() {}
}

extension ImageEngine {
    /// Runs a job whose work does not depend on the header.
    ///
    /// - Throws: ``ImagingError`` if the source itself cannot be used, or `CancellationError`. The failure of a
    ///   single request is in ``ImageJob/Result/failures``.
    public func run(_ job: ImageJob) async throws -> ImageJob.Result {
        try await run(job.source, handingOverIn: nil) { _ in job.work }
    }
}
