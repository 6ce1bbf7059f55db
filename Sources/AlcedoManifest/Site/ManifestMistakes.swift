public import AlcedoBase

/// Errors of a manifest that cannot be built.
public struct ManifestMistakes: AlcedoError, Hashable {
    /// Diagnostics in the order of their positions, with at least one error.
    public var diagnostics: [Diagnostic]

    /// Creates an error from diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Creates an error from one mistake of a site made in Swift, at the place with this name.
    init(_ mistake: any Error, in place: String) {
        self.init(diagnostics: [
            Diagnostic(.error, String(describing: mistake), at: Diagnostic.Location(name: place))
        ])
    }

    /// The diagnostics, one per line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

extension ManifestMistakes {
    /// The stable code of mistakes in a manifest.
    package enum Code: String, ErrorCode {
        case invalid = "manifest.invalid"
    }

    /// The phase that failed: `manifest`.
    public var phase: ErrorPhase { Code.invalid.phase }

    /// `manifest.invalid`; the diagnostics have the details.
    public var code: String { Code.invalid.rawValue }
}
