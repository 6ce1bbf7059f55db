public import AlcedoImaging

/// One file that a manifest asks for, or one picture that goes into the index, and what a build would do about it.
public struct PlannedOutput: Hashable, Sendable {
    /// What a build would do to have it.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the last build's result holds.
        case unchanged
        /// Take it from the cache.
        case cached
        /// Decode the source and make it.
        case make
        /// Load the source first. Only then can be said how many files there will be.
        case load
    }

    /// Why a build would do it.
    public enum Reason: Hashable, Sendable {
        /// Nothing has changed.
        case unchanged
        /// It was never asked for before.
        case new
        /// The source has other bytes.
        case sourceChanged
        /// The manifest asks for something else.
        case recipeChanged([RecipeChange])
        /// The libraries that make pixels are others, or Alcedo is.
        case engineChanged
        /// The file is not in the output directory.
        case outputMissing
        /// The file in the output directory is not what was written there.
        case outputDamaged
        /// Nothing is known to have changed, but neither the cache nor the last build's memory has it.
        case notInCache
        /// The remote source is not in the cache.
        case notLoaded
    }

    /// The id of its source.
    public var source: String
    /// Its variant; `nil` for what concerns all of them: the placeholders, or a source that is not loaded yet.
    public var variant: String?
    /// Its format; `nil` where `variant` is.
    public var format: OutputFormat?
    /// Pixels across, if that is known.
    public var width: Int?
    /// Pixels down, if that is known.
    public var height: Int?
    /// Device pixels per CSS pixel, where the variant is made for densities.
    public var density: Double?
    /// Its path below the output directory, with `{hash}` where only its bytes will tell. `nil` for a picture that
    /// goes into the index.
    public var file: String?
    /// What would be done to have it.
    public var action: Action
    /// Whether the file would be written into the output directory. What is to be made counts as written, though a
    /// file that is there with the same bytes stays as it is.
    public var isWritten: Bool
    /// Why; never empty.
    public var reasons: [Reason]
    /// What its name will be like, where only its bytes will tell.
    var pattern: OutputPattern?
    /// Whether it belongs to an entry that stays as the last index has it.
    var isKept = false

    /// Whether a build would do anything for it.
    public var hasWork: Bool { isWritten || action == .make || action == .load }
}

extension PlannedOutput.Reason: CustomStringConvertible {
    /// `recipe changed: width 320 → 400, quality.webp 80 → 70`.
    public var description: String {
        switch self {
        case .unchanged: "unchanged"
        case .new: "new"
        case .sourceChanged: "source changed"
        case .recipeChanged(let changes):
            "recipe changed: " + changes.map(\.description).joined(separator: ", ")
        case .engineChanged: "engine changed"
        case .outputMissing: "output missing"
        case .outputDamaged: "output damaged"
        case .notInCache: "not in the cache"
        case .notLoaded: "not loaded yet"
        }
    }
}
