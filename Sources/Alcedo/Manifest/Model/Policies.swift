/// What a source that fails does to a build.
public enum FailurePolicy: String, Hashable, Sendable, CaseIterable {
    /// The output keeps its previous state, and the command fails.
    case fail
    /// The source is left out, the rest is published.
    case skip
    /// The source keeps the entry and the files it had, marked stale; the rest is published.
    case keep
}

/// When an output that nothing asks for any more is deleted.
public enum PrunePolicy: Hashable, Sendable {
    /// At the end of the build that no longer asks for it.
    case now
    /// Not at all.
    case never
    /// When nothing has asked for it for this many seconds.
    case after(seconds: Int)
}

/// What is done with an SVG source.
public enum SVGPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is turned into pixels.
    case rasterize
    /// It is an error.
    case refuse
}

/// What becomes of the position that a camera wrote into a picture.
public enum GPSPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// It is dropped.
    case none
    /// It goes into the index, not into files.
    case index
    /// It goes into the index, and stays in the files that carry all metadata.
    case keep
}
