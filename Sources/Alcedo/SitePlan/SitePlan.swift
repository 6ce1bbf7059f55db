/// What a build would do now, and why.
public final class SitePlan: Sendable {
    /// How many sources it would look after, those that fail included.
    public let sources: Int
    /// Every file and inline picture, by source in the manifest's order; and then files that are missing from the
    /// output directory and belong to entries that the index keeps, of sources that failed or were not selected.
    public let outputs: [PlannedOutput]
    /// Files below the output directory that nothing asks for any more and that would be deleted, sorted.
    public let deletions: [String]
    /// Files below the output directory whose place a picture that is made takes: deleted unless it comes out the same
    /// to the byte. Sorted.
    public let replacements: [String]
    /// Where the index is, or would be.
    public let index: String
    /// Whether the index would be written; `nil` where that depends on pictures that are to be made or loaded.
    public let writesIndex: Bool?
    /// The absolute path of the Swift file that would be written beside an index that stays as it is: where it is not
    /// there, or somebody changed it. `nil` if there is nothing to write, or that depends on the index.
    public let swift: String?
    /// What is known to fail, in the manifest's order.
    public let failures: [BuildFailure]

    init(
        sources: Int, outputs: [PlannedOutput], deletions: [String], replacements: [String], index: String,
        writesIndex: Bool?, swift: String?, failures: [BuildFailure]
    ) {
        self.sources = sources
        self.outputs = outputs
        self.deletions = deletions
        self.replacements = replacements
        self.index = index
        self.writesIndex = writesIndex
        self.swift = swift
        self.failures = failures
    }

    /// How many files and pictures of the sources that a build looks after would be had in this way.
    public func count(_ action: PlannedOutput.Action) -> Int {
        outputs.count { $0.action == action && $0.variant != nil && !$0.isKept }
    }

    /// How many sources have to be loaded before anything can be said of them.
    public var loads: Int { outputs.count { $0.action == .load } }

    /// How many files would be written into the output directory; at most so many where some are to be made.
    public var writes: Int {
        // Of names that are not known yet, each will be one of its own.
        let files = outputs.filter { $0.isWritten && $0.file != nil }
        return Set(files.filter { $0.pattern == nil }.map(\.file)).count + files.count { $0.pattern != nil }
    }

    /// Whether a build would do anything.
    public var hasWork: Bool {
        outputs.contains(where: \.hasWork) || !deletions.isEmpty || writesIndex != false || swift != nil
    }

    /// Whether nothing is known to fail, apart from failures that the manifest tolerates.
    public var isComplete: Bool { failures.allSatisfy(\.isTolerated) }
}
