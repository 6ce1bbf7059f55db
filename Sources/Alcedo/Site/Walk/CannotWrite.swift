/// A failure to write to the cache, or to delete from it.
public struct CacheCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// Path of the cache.
    public var directory: String
    /// The system's reason.
    public var reason: String

    /// `the cache /site/.alcedo cannot be written (Read-only file system); free disk space or change its permissions, or …`
    public var description: String { Self.describe(directory, reason, consequence: "") }

    /// Returns the description in one line, with the consequence of the failure.
    package static func describe(_ directory: String, _ reason: String, consequence: String) -> String {
        // The obstacle is usually the directory itself, which the message has just named.
        let reason = reason.hasPrefix(directory + " is ") ? "it" + reason.dropFirst(directory.count) : reason
        return "the cache \(directory) cannot be written (\(reason))\(consequence); "
            + "free disk space or change its permissions, or name another directory with --cache-dir"
    }
}

/// A failure to write the site, or to delete what the site no longer needs.
public struct BuildCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed, and why.
    public var reason: String
    /// Whether the new index and all its files are in place nevertheless; deletions come last.
    public var isPublished = false

    /// `the output could not be written: cannot write …: No space left on device; the index is …`
    public var description: String {
        isPublished
            ? "the new index and its files are in place, but a later step failed: \(reason); "
                + "correct this, and the next build completes it"
            : "the output could not be written: \(reason); the index is as it was before"
    }
}
