public import AlcedoBase

/// Why a site could not be built, cleaned, or selected from.
public enum SiteError: AlcedoError, Hashable {
    /// Something not made by Alcedo is in the place of a file to write.
    case inTheWay(String)
    /// Two different pictures have the same name.
    case collision(String)
    /// The saved outcome of a source cannot be read.
    case forgotten(String)
    /// An invalid selection, or one that matches no source.
    case selection(String)
    /// A file or a folder could not be read or written.
    case disk(String)
    /// A sandbox for workers is required, and these parts of it are missing.
    case noSandbox(missing: String)
    /// The output could not be written.
    case cannotWrite(reason: String)
    /// The new index and its files are in place, but a later step failed; deletions come last.
    case unfinished(reason: String)
    /// The lock file could not be written.
    case lockCannotWrite(path: String, reason: String)
    /// The cache could not be written, or deleted from.
    case cacheCannotWrite(directory: String, reason: String)
    /// The results of a shard could not be sent to the shared cache, where the others expect them.
    case notSent(cache: String, count: Int, reason: String?)
    /// The cache could not be emptied completely: the numbers of files that are left, and that there were.
    case cacheNotCleared(directory: String, left: Int, of: Int, reason: String)
    /// A clean-up stopped after this number of deleted files.
    case cleanStopped(deleted: Int, reason: String)

    /// Problem and advice, in one line.
    public var description: String {
        switch self {
        case .inTheWay(let text), .collision(let text), .forgotten(let text), .selection(let text),
            .disk(let text):
            text
        case .noSandbox(let missing):
            "the kernel has no \(missing) for worker processes; use a newer one or a container that permits it, or "
                + "build without --require-sandbox if all pictures are from trusted sources"
        case .cannotWrite(let reason):
            "the output could not be written: \(reason); the index is as it was before"
        case .unfinished(let reason):
            "the new index and its files are in place, but a later step failed: \(reason); "
                + "correct this, and the next build completes it"
        case .lockCannotWrite(let path, let reason):
            "\(path) cannot be written (\(reason)), so remote sources seen for the first time are not pinned; give "
                + "permission, or pin them elsewhere and build with --frozen"
        case .cacheCannotWrite(let directory, let reason):
            Self.cacheCannotWrite(directory, reason, consequence: "")
        case .notSent(let cache, let count, let reason):
            "the results of \(count) \(count == 1 ? "source" : "sources") could not be sent to the shared cache \(cache)"
                + (reason.map { " (\($0))" } ?? "") + "; run this shard again"
        case .cacheNotCleared(let directory, let left, let all, let reason):
            "the cache \(directory) could not be emptied: \(reason)"
                + (left == 0 ? "" : "; \(left) of \(all) files are left")
                + "; give permission, or delete the folder by hand"
        case .cleanStopped(let deleted, let reason):
            "stopped after \(deleted) deleted \(deleted == 1 ? "file" : "files"): \(reason); "
                + "correct this, and 'alcedo clean' continues"
        }
    }

    /// Returns the description of a cache that cannot be written, with the consequence.
    package static func cacheCannotWrite(
        _ directory: String, _ reason: String, consequence: String
    ) -> String {
        // The obstacle is usually the directory itself, which the message has just named.
        let reason = reason.hasPrefix(directory + " is ") ? "it" + reason.dropFirst(directory.count) : reason
        return "the cache \(directory) cannot be written (\(reason))\(consequence); "
            + "free disk space or change its permissions, or name another directory with --cache-dir"
    }

    /// Runs `body`, whose errors of the file system become ``disk(_:)``.
    package static func filing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as FileSystemError {
            throw SiteError.disk(error.description)
        }
    }

    /// Runs `body`, whose errors of the file system become ``disk(_:)``.
    package static func filing<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as FileSystemError {
            throw SiteError.disk(error.description)
        }
    }
}

extension SiteError {
    /// The stable codes of sites.
    package enum Code: String, ErrorCode {
        case inTheWay = "site.in-the-way"
        case collision = "site.collision"
        case forgotten = "site.forgotten"
        case selection = "site.selection"
        case disk = "site.disk"
        case noSandbox = "site.no-sandbox"
        case cannotWrite = "site.cannot-write"
        case unfinished = "site.unfinished"
        case lockCannotWrite = "site.lock-cannot-write"
        case cacheCannotWrite = "cache.cannot-write"
        case notSent = "cache.not-sent"
        case cacheNotCleared = "cache.not-cleared"
        case cleanStopped = "site.clean-stopped"
    }

    package var kind: Code {
        switch self {
        case .inTheWay: .inTheWay
        case .collision: .collision
        case .forgotten: .forgotten
        case .selection: .selection
        case .disk: .disk
        case .noSandbox: .noSandbox
        case .cannotWrite: .cannotWrite
        case .unfinished: .unfinished
        case .lockCannotWrite: .lockCannotWrite
        case .cacheCannotWrite: .cacheCannotWrite
        case .notSent: .notSent
        case .cacheNotCleared: .cacheNotCleared
        case .cleanStopped: .cleanStopped
        }
    }

    /// The phase that failed: `site` or `cache`.
    public var phase: ErrorPhase { kind.phase }

    /// `site.in-the-way`, for instance.
    public var code: String { kind.rawValue }
}
