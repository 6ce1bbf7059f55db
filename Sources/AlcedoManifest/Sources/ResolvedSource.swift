public import AlcedoBase
public import AlcedoImaging

/// One picture of a manifest: a single file, URL or `data:` URI, with its settings.
public struct ResolvedSource: Sendable {
    /// The unique name in the index, in Unicode normalization form C.
    public var id: String
    /// The origin of the picture.
    package var origin: any SourceOrigin
    /// The names of its variants, in the manifest's order.
    public var variants: [String]
    /// The text alternative.
    public var alt: AltTemplate?
    /// The point that crops keep in view.
    public var focus: FocalPoint?
    /// Alternative pictures for media conditions, in the manifest's order.
    public var media: [ResolvedMedia]
    /// The effect of a failure on the build.
    public var onError: FailurePolicy
    /// The treatment of an SVG. A remote picture is rasterized only if its entry requests it.
    public var svg: SVGPolicy
    /// The position in the index, counted from 0 over sources and failures together.
    public var order: Int
    /// The manifest entry that added the source, or the last entry that refined it.
    public var location: SourceLocation
    /// The row of a list file that added the source.
    public var row: SourceLocation?
    /// Whether the source exists only as the alternative of another source for a media condition.
    public var isAlternative = false

    /// The absolute path of the picture, if it is a file.
    package var file: String? { origin.file }
    /// The address of the picture, if it is on a server.
    package var remote: RemoteSource? { origin.remote }
    /// Where the user wrote the source: the row of a list, if there is one.
    package var place: SourceLocation { row ?? location }
}

/// An alternative picture of a source, for a media condition.
public struct ResolvedMedia: Sendable {
    /// A media query.
    public var condition: String
    /// The origin of the picture.
    package var origin: any SourceOrigin
    /// The position in the manifest.
    public var location: SourceLocation
    /// The id of the source for this picture, either from the manifest or added for the condition.
    public var id = ""
}

/// A source that is known to be unavailable before any work starts. A source with several faults is listed once for
/// each, with the same position in the order.
public struct FailedSource: Hashable, Sendable {
    /// The name in the index, as far as it is known.
    public var id: String
    /// The reason and the remedy, in one sentence.
    public var reason: String
    /// The effect of the failure on the build.
    public var onError: FailurePolicy
    /// The position in the index.
    public var order: Int
    /// The entry in the manifest.
    public var location: SourceLocation
    /// The row in a list file.
    public var row: SourceLocation?
}

/// The expanded entries of a manifest.
public struct SourceResolution: Sendable {
    /// The pictures, in the manifest's order.
    public var sources: [ResolvedSource]
    /// The failed sources, in the manifest's order.
    public var failures: [FailedSource]
    /// Errors and warnings about the manifest itself, ordered by position. After an error, nothing should be built.
    public var diagnostics: [Diagnostic]

    /// The number of positions in the manifest's order.
    package var count: Int { max(sources.last?.order ?? -1, failures.last?.order ?? -1) + 1 }

    /// The ids of all pictures, available or not, in the manifest's order.
    package var idsInOrder: [String] {
        var ids = [String?](repeating: nil, count: count)
        for failure in failures { ids[failure.order] = failure.id }
        for source in sources { ids[source.order] = source.id }
        return ids.compactMap(\.self)
    }
}
