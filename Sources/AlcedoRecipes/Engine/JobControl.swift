package import AlcedoBase

/// Receives a running job's progress and files, and grants it memory.
package protocol JobControl {
    /// Reports that a step begins.
    ///
    /// - Parameter seconds: The estimated duration on an idle machine; see `WorkEstimate`.
    /// - Throws: If the job is no longer wanted.
    func begin(_ step: ImageJob.Step, expecting seconds: Double) throws

    /// Waits for room of the given size, which is reserved until the job ends.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)`` if there never will be enough.
    func admit(bytes: Int) throws

    /// Takes over encoded files.
    ///
    /// - Throws: If the job is no longer wanted.
    func handOver(_ files: [Data]) throws -> [EncodedImage.Content]
}
