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

    /// Runs a job.
    ///
    /// - Throws: ``ImagingError`` when the source itself cannot be used, `CancellationError` when the task is
    ///   cancelled before the job has begun. A failure of one request is in ``ImageJobResult/failures``.
    func run(_ job: ImageJob) async throws -> ImageJobResult
}
