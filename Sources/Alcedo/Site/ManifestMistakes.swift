public import AlcedoBase

/// A manifest that cannot be built, with everything that is wrong with it.
public struct ManifestMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one error, in the order of positions.
    public var diagnostics: [Diagnostic]

    /// Takes the mistakes.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// One line for each.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The disk refused to take the site.
public struct BuildCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was refused, and why.
    public var reason: String

    /// `the output could not be written: cannot write …: No space left on device; the index is as it was before`
    public var description: String {
        "the output could not be written: \(reason); the index is as it was before"
    }
}
