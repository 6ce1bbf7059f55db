public import AlcedoBase

/// Errors of a manifest that cannot be built.
public struct ManifestMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// Diagnostics in the order of their positions, with at least one error.
    public var diagnostics: [Diagnostic]

    /// Creates an error from diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// The diagnostics, one per line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
