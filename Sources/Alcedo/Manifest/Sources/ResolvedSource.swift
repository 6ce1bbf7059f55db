public import AlcedoBase
public import AlcedoImaging

/// One picture that a manifest asks for: a single file, URL or `data:` URI, with everything that was said of it.
public struct ResolvedSource: Sendable {
    /// Where the picture comes from.
    public enum Origin: Hashable, Sendable {
        /// A file: its absolute path, and its path relative to the manifest, which is what may be shown.
        case file(path: String, shown: String)
        /// A remote picture.
        // Elsewhere, or each of ten thousand files has room for one.
        indirect case url(RemoteSource)
        /// A `data:` URI.
        case data(String)
    }

    /// Its name in the index: unique, in Unicode normalization form C.
    public var id: String
    /// Where it comes from.
    public var origin: Origin
    /// The names of its variants, in the manifest's order.
    public var variants: [String]
    /// The text alternative.
    public var alt: AltTemplate?
    /// The point that crops keep in view.
    public var focus: FocalPoint?
    /// Other pictures for media conditions, in the manifest's order.
    public var media: [ResolvedMedia]
    /// What its failure does to the build.
    public var onError: FailurePolicy
    /// What is done if it is SVG. For a remote picture it is `rasterize` only where its entry says so.
    public var svg: SVGPolicy
    /// Its place in the index's order, counted from 0 over sources and failures together.
    public var order: Int
    /// The entry in the manifest that brought it, or the last one that refined it.
    public var location: SourceLocation
    /// The row in a list file that brought it.
    public var row: SourceLocation?
    /// Whether no entry names it but as the picture of another for a condition.
    public var isAlternative = false
}

extension ResolvedSource.Origin {
    /// What tells two pictures apart, whatever else is said of them.
    var place: ResolvedSource.Origin {
        if case .url(let remote) = self { .url(RemoteSource(url: remote.url)) } else { self }
    }
}

/// Another picture of a source, for a media condition.
public struct ResolvedMedia: Hashable, Sendable {
    /// A media query.
    public var condition: String
    /// Where the picture comes from.
    public var origin: ResolvedSource.Origin
    /// Where it is written.
    public var location: SourceLocation
    /// The id of the source that the picture is: one of the manifest's, or one that is there for this.
    public var id = ""
}

/// A source of which it is clear before any work that it cannot be had. One with several things wrong comes once for
/// each, with the same place in the order.
public struct FailedSource: Hashable, Sendable {
    /// Its name in the index, as far as it is known.
    public var id: String
    /// One sentence: why, and what to do about it.
    public var reason: String
    /// What the failure does to the build.
    public var onError: FailurePolicy
    /// Its place in the index's order.
    public var order: Int
    /// The entry in the manifest.
    public var location: SourceLocation
    /// The row in a list file.
    public var row: SourceLocation?
}

/// What the entries of a manifest come to.
public struct SourceResolution: Sendable {
    /// The pictures, in the manifest's order.
    public var sources: [ResolvedSource]
    /// Those that fail, in the manifest's order.
    public var failures: [FailedSource]
    /// What is wrong with the manifest itself or worth a warning, in the order of positions. With an error among
    /// them nothing should be built.
    public var diagnostics: [Diagnostic]

    /// How many places there are in the manifest's order.
    var count: Int { max(sources.last?.order ?? -1, failures.last?.order ?? -1) + 1 }

    /// The ids of all pictures, whether they can be had or not, in the manifest's order.
    var idsInOrder: [String] {
        var ids = [String?](repeating: nil, count: count)
        for failure in failures { ids[failure.order] = failure.id }
        for source in sources { ids[source.order] = source.id }
        return ids.compactMap(\.self)
    }
}
