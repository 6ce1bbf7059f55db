import AlcedoBase
import Foundation

/// What the one who runs a job is told meanwhile, and asked.
protocol JobControl {
    /// A step begins.
    ///
    /// - Parameter seconds: How long it should take on an idle machine; see ``WorkEstimate``.
    /// - Throws: When nobody wants the job any more.
    func begin(_ step: JobStep, expecting seconds: Double) throws

    /// Waits until there is room for so many bytes, which hold until the job ends.
    ///
    /// - Throws: ``ImagingError/decode(reason:)`` when there never will be.
    func admit(bytes: Int) throws

    /// Whether a file is to be made here. One that several workers share is whoever's who asks first.
    ///
    /// - Throws: When nobody wants the job any more.
    func claims(_ output: OutputID) throws -> Bool

    /// Takes an encoded file.
    func handOver(_ data: Data) -> EncodedImage.Content
}
