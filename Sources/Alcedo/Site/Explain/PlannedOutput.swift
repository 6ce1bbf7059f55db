public import AlcedoRecipes

/// A file or inline picture required by a manifest, and the action a build would take for it.
public struct PlannedOutput: Hashable, Sendable {
    /// Action of a build.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the last build's result is still valid.
        case unchanged
        /// Take it from the cache.
        case cached
        /// Decode the source and make it.
        case make
        /// Load the source. The number of files is not known before.
        case load
    }

    /// Reason for an action.
    public enum Reason: Hashable, Sendable {
        /// Nothing has changed.
        case unchanged
        /// The output is new: no earlier build is known to have had it.
        case new
        /// The bytes of the source have changed.
        case sourceChanged
        /// Parameters in the manifest have changed.
        case recipeChanged([PlannedOutput.RecipeChange])
        /// The imaging libraries or Alcedo have changed.
        case engineChanged
        /// The file is not in the output directory.
        case outputMissing
        /// The file in the output directory differs from what was written.
        case outputDamaged
        /// Nothing is known to have changed, but the output is in neither the cache nor the last build's state.
        case notInCache
        /// The remote source is not in the cache.
        case notLoaded
        /// Another variant of the source asks for the same file, which is made for that one.
        case madeForVariant(String)
    }

    /// Id of the source.
    public var source: String
    /// Variant; `nil` for placeholders, and for a source that is not loaded yet.
    public var variant: String?
    /// Format; `nil` if `variant` is.
    public var format: OutputFormat?
    /// Width in pixels, if known.
    public var width: Int?
    /// Height in pixels, if known.
    public var height: Int?
    /// Device pixels per CSS pixel, for variants with densities.
    public var density: Double?
    /// Path relative to the output directory, with `{hash}` if the bytes are not known yet; `nil` for inline pictures.
    public var file: String?
    /// Action that a build would take.
    public var action: Action
    /// Whether the file would be written to the output directory. A file to be made counts as written, even if an
    /// existing file turns out to have the same bytes.
    public var isWritten: Bool
    /// Reasons for the action; never empty.
    public var reasons: [Reason]
    /// Pattern of its name, if the bytes are not known yet.
    var pattern: OutputPattern?
    /// Identifier among the outputs of its source, if it is one that a build looked up.
    var id: ImageJob.OutputID?
    /// Whether its format is that of a transparent or an opaque picture, and the picture may be the other.
    var assumesTransparency = false
    /// Identifies the picture among those to make; see `FileTally`.
    var picture: Int?
    /// Whether it is left out if a later format is no larger.
    var mayBeLeftOut = false
    /// Whether it belongs to an entry kept from the last index.
    var isKept = false

    /// Whether a build would load, make or write anything for it.
    public var hasWork: Bool { isWritten || action == .make || action == .load }
}

extension PlannedOutput {
    /// Identifies its file, as far as its path is known: paths with unknown bytes are the same for the same picture.
    var identity: Int? {
        guard let file else { return nil }
        guard pattern != nil else { return FileTally.file(file) }
        var hasher = Hasher()
        hasher.combine(file)
        hasher.combine(picture ?? FileTally.file(source))
        return hasher.finalize()
    }
}

extension [PlannedOutput] {
    /// Whether part of the result is unknown until it is made or loaded.
    var isPending: Bool { contains { $0.action == .make || $0.action == .load } }

    /// Whether the source has yet to be loaded.
    var isUnknown: Bool { contains { $0.action == .load } }
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
        case .madeForVariant(let name): "made for variant '\(name)'"
        }
    }
}
