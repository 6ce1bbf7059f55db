import AlcedoManifest

/// Actions that a build would take, with reasons.
public final class SitePlan: Sendable {
    /// Number of sources to process, including those that fail.
    public let sources: Int
    /// All files and inline pictures, by source in the manifest's order, followed by missing files of kept index
    /// entries, whose sources failed or were not selected.
    public let outputs: [PlannedOutput]
    /// Files in the output directory that are no longer needed and would be deleted, sorted.
    public let deletions: [String]
    /// Files in the output directory that a remade picture replaces, sorted. They are deleted unless the new bytes are
    /// identical.
    public let replacements: [String]
    /// Path of the index, whether or not it exists.
    public let index: String
    /// Whether the index would be written; `nil` if that depends on pictures to be made or loaded.
    public let writesIndex: Bool?
    /// Absolute path of the Swift file, if it would be written although the index is unchanged, because it is missing
    /// or was changed. `nil` if there is nothing to write, or that depends on the index.
    public let swift: String?
    /// Absolute paths of the icons that would be written, also in case they might be the same.
    public let favicon: [String]
    /// Known failures, in the manifest's order.
    public let failures: [BuildFailure]

    init(
        sources: Int, outputs: [PlannedOutput], deletions: [String], replacements: [String], index: String,
        writesIndex: Bool?, swift: String?, favicon: [String], failures: [BuildFailure]
    ) {
        self.sources = sources
        self.outputs = outputs
        self.deletions = deletions
        self.replacements = replacements
        self.index = index
        self.writesIndex = writesIndex
        self.swift = swift
        self.favicon = favicon
        self.failures = failures
        var tally = FileTally()
        for output in outputs where output.variant != nil && output.action != .load && !output.isKept {
            tally.add(
                FileTally.Output(
                    file: output.identity, picture: output.picture ?? output.hashValue,
                    isMade: output.action == .make, isUnchanged: output.action == .unchanged))
        }
        counts = tally.counts
    }

    private let counts: FileTally.Counts

    /// Files of the sources, not counting those of kept entries: each path in the output directory once, as in
    /// ``BuildReport/files``. An upper bound if names are digests alone, and the same picture is there twice.
    public var files: Int { counts.files }
    /// Of these, unchanged since the last build.
    public var unchanged: Int { counts.unchanged }
    /// Of these, taken from the cache.
    public var cached: Int { counts.cached }
    /// Of these, to be made.
    public var made: Int { counts.made }
    /// Of these, with the picture of a file to be made, under another path.
    public var same: Int { counts.same }
    /// Pictures within the index to be made.
    public var inlineMade: Int { counts.inlineMade }

    /// Number of sources that have to be loaded before they can be planned.
    public var loads: Int { outputs.count { $0.action == .load } }

    /// Number of files to write to the output directory; an upper bound if some are yet to be made.
    public var writes: Int {
        Set(outputs.lazy.filter(\.isWritten).compactMap(\.identity)).count + favicon.count
    }

    /// Whether fewer files may be written, because formats that are not smaller than a later one are left out.
    public var mayWriteLess: Bool { outputs.contains { $0.isWritten && $0.mayBeLeftOut } }

    /// Whether a build would write, delete, make or load anything.
    public var hasWork: Bool {
        outputs.contains(where: \.hasWork) || !deletions.isEmpty || writesIndex != false || swift != nil
            || !favicon.isEmpty
    }

    /// Whether there are no known failures, apart from those that the manifest tolerates.
    public var isComplete: Bool { failures.allSatisfy(\.isTolerated) }
}
