public import AlcedoBase

/// Failure of a source.
public struct BuildFailure: Error, Hashable, Sendable, Codable {
    /// Location of the source in the manifest, or in a list named by the manifest.
    public var location: Diagnostic.Location
    /// Id of the source.
    public var source: String
    /// The variant that failed, if only one did.
    public var variant: String?
    /// Phase that failed.
    public var phase: PipelinePhase
    /// Reason and advice.
    public var reason: String
    /// Whether the site is published all the same, without the source or with its previous result.
    public var isTolerated: Bool

    /// Creates a failure.
    public init(
        location: Diagnostic.Location, source: String, variant: String? = nil, phase: PipelinePhase,
        reason: String,
        isTolerated: Bool
    ) {
        self.location = location
        self.source = source
        self.variant = variant
        self.phase = phase
        self.reason = reason
        self.isTolerated = isTolerated
    }
}

extension BuildFailure: CustomStringConvertible {
    /// `images.yml:12:5: error: photos/a.jpg: decode: the file ends too early`.
    public var description: String {
        let severity = isTolerated ? "warning" : "error"
        let name = variant.map { "\(source) (\($0))" } ?? source
        return location.prefix + "\(severity): \(name): \(phase.rawValue): \(reason)"
    }
}
