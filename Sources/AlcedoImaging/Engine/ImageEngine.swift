public import AlcedoBase
public import Foundation

/// Turns jobs into files. Which threads or processes do it is the engine's affair.
public protocol ImageEngine: Sendable {
    /// Names everything besides the job that decides the bytes: the version of libvips, and a digest of what a
    /// fixed picture becomes in each saver. It is part of every cache key.
    ///
    /// - Throws: ``ImagingError`` when the image library cannot be started.
    func identity() throws -> ContentDigest

    /// Reads the facts of a picture from its header, without decoding it. ``ImageFacts/isOpaque`` stays `nil`
    /// where the pixels would be needed.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts

    /// Makes what is wanted of a source.
    ///
    /// - Parameters:
    ///   - source: Its bytes.
    ///   - folder: Where encoded files may be put instead of giving them back as they are, if the engine has reason to:
    ///     a folder that exists, on the file system where they are to stay. `nil` for nowhere.
    ///   - work: Says what is wanted, when the header has been read. It is called once at most for each attempt, on a
    ///     thread that may wait; if it throws, so does this.
    /// - Throws: ``ImagingError`` when the source itself cannot be used, `CancellationError` when the task is
    ///   cancelled, what `work` throws. A failure of one request is in ``ImageJobResult/failures``.
    func run(
        _ source: ImageSource, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageWork
    ) async throws -> ImageJobResult

    /// Is told that so many sources are going to come, so that what takes time to start can be started meanwhile.
    func prepare(for sources: Int)

    /// Gives up what it keeps ready for more work, such as processes. It may be asked for more afterwards.
    func rest()
}

extension ImageEngine {
    /// There is nothing to start.
    public func prepare(for sources: Int) {}

    /// There is nothing to give up.
    public func rest() {}
}

extension ImageEngine {
    /// Runs a job of which everything is known before.
    ///
    /// - Throws: ``ImagingError`` when the source itself cannot be used, `CancellationError`. A failure of one request
    ///   is in ``ImageJobResult/failures``.
    public func run(_ job: ImageJob) async throws -> ImageJobResult {
        try await run(job.source, handingOverIn: nil) { _ in job.work }
    }
}
