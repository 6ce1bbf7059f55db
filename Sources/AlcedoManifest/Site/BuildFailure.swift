public import AlcedoBase

/// Failure of a source.
public struct BuildFailure: Hashable, Sendable, Codable {
    /// Location of the source in the manifest, or in a list named by the manifest.
    public var location: Diagnostic.Location
    /// Id of the source.
    public var source: String
    /// The variant that failed, if only one did.
    public var variant: String?
    /// Phase that failed.
    public var phase: ErrorPhase
    /// Stable name of the cause, as in `AlcedoError`: `decode.truncated`.
    public var code: String
    /// Reason and advice.
    public var reason: String
    /// Whether the site is published all the same, without the source or with its previous result.
    public var isTolerated: Bool
    /// Whether `on-error` can tolerate it: not faults of the system and of icons.
    package var canBeTolerated = true

    /// Creates a failure.
    package init(
        location: Diagnostic.Location, source: String, variant: String? = nil, phase: ErrorPhase,
        code: String, reason: String, isTolerated: Bool, canBeTolerated: Bool = true
    ) {
        self.location = location
        self.source = source
        self.variant = variant
        self.phase = phase
        self.code = code
        self.reason = reason
        self.isTolerated = isTolerated
        self.canBeTolerated = canBeTolerated
    }

    // What can be tolerated only matters to the build itself.
    private enum CodingKeys: String, CodingKey {
        case location, source, variant, phase, code, reason, isTolerated
    }

    /// The codes of failures that are no errors of the pipeline.
    package enum Code: String, ErrorCode {
        /// An entry of the manifest leads to no picture.
        case unresolved = "provider.unresolved"
        /// Two pictures have one line of the lock file.
        case lockConflict = "loader.lock-conflict"
        /// Two pictures have one file name.
        case nameCollision = "write.name-collision"
    }

    /// Creates a failure that is no error of the pipeline.
    package init(
        _ code: Code, location: Diagnostic.Location, source: String, reason: String, isTolerated: Bool
    ) {
        self.init(
            location: location, source: source, phase: code.phase, code: code.rawValue, reason: reason,
            isTolerated: isTolerated)
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
