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

/// The disk refused to take what was to go into the cache, or to give up what is in it.
public struct CacheCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the cache is.
    public var directory: String
    /// What the system said.
    public var reason: String

    /// `the cache /site/.alcedo cannot be written (Read-only file system); give it room and permission, or …`
    public var description: String { Self.describe(directory, reason, consequence: "") }

    /// The same in one line, with what follows from it.
    static func describe(_ directory: String, _ reason: String, consequence: String) -> String {
        // What is in the way is usually the directory itself, and has just been named.
        let reason = reason.hasPrefix(directory + " is ") ? "it" + reason.dropFirst(directory.count) : reason
        return "the cache \(directory) cannot be written (\(reason))\(consequence); "
            + "give it room and permission, or name another directory with --cache-dir"
    }
}

/// The disk refused to take the site, or to give up what the site does not need any more.
public struct BuildCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was refused, and why.
    public var reason: String
    /// Whether the new index and all its files are in place for all that: deletions come last.
    public var isPublished = false

    /// `the output could not be written: cannot write …: No space left on device; the index is …`
    public var description: String {
        isPublished
            ? "the new index and its files are in place, but what was to follow is not done: \(reason); "
                + "once that is put right, the next build does it"
            : "the output could not be written: \(reason); the index is as it was before"
    }
}
