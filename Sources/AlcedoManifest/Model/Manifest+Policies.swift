extension Manifest {
    /// The effect of a failing source on a build.
    public enum FailurePolicy: String, Hashable, Sendable, CaseIterable {
        /// The output keeps its previous state, and the command fails.
        case fail
        /// The source is left out, the rest is published.
        case skip
        /// The source keeps its previous entry and files, marked stale; the rest is published.
        case keep
    }

    /// The text alternative of sources that have none in the manifest.
    public enum AltPolicy: String, Hashable, Sendable, CaseIterable {
        /// They have none.
        case none
        /// The one embedded in the picture (IPTC's `AltTextAccessibility`), if there is one.
        case fromMetadata = "from-metadata"
    }

    /// When an output that is no longer requested is deleted.
    public enum PrunePolicy: Hashable, Sendable {
        /// At the end of the build that no longer requests it.
        case now
        /// Never.
        case never
        /// When it has not been requested for this number of seconds.
        case after(seconds: Int)
    }

    /// The handling of an SVG source.
    public enum SVGPolicy: String, Hashable, Sendable, CaseIterable {
        /// It is rasterized.
        case rasterize
        /// It is rejected with an error.
        case refuse
    }
}

extension Variant {
    /// The handling of the GPS position in a picture.
    public enum GPSPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
        /// It is dropped.
        case none
        /// It is written to the index, not to files.
        case index
        /// It is written to the index, and stays in files that carry all metadata.
        case keep
    }
}
