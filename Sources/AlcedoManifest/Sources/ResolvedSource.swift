package import AlcedoBase
package import AlcedoRecipes

/// One picture of a manifest: a single file, URL or `data:` URI, with its settings.
package struct ResolvedSource: Sendable {
    /// The unique name in the index, in Unicode normalization form C.
    package var id: String
    /// The origin of the picture.
    package var origin: any SourceOrigin
    /// The names of its variants, in the manifest's order.
    package var variants: [String]
    /// The text alternative.
    package var alt: AltTemplate?
    /// The point that crops keep in view.
    package var focus: FocalPoint?
    /// The aspect ratios that replace those of variants, by the variants' names.
    package var aspects: [String: PixelSize] = [:]
    /// Words for the placeholders of its variants' steps, by their names.
    package var values: [String: AltTemplate] = [:]
    /// Pictures of its own that its variants' steps blend in, by their paths.
    package var pictures: [String: Data] = [:]
    /// Alternative pictures for media conditions, in the manifest's order.
    package var media: [ResolvedMedia]
    /// Variants that pages show for media conditions instead of others, by the others' names. They come before those of the
    /// variants themselves.
    package var alternatives: [String: [Variant.Alternative]] = [:]
    /// The effect of a failure on the build.
    package var onError: Manifest.FailurePolicy
    /// What takes its place if it fails, in all variants.
    package var fallback: ResolvedFallback?
    /// What takes its place in variants if it has no fallback of its own, by the variants' names.
    package var variantFallbacks: [String: ResolvedFallback] = [:]
    /// Why the source cannot be had, if that is known already; its origin is then that of a fallback.
    package var fault: String?
    /// The frame or page of the file that is the picture.
    package var part: SourceEntry.Part?
    /// The treatment of an SVG. A remote picture is rasterized only if its entry requests it.
    package var svg: Manifest.SVGPolicy
    /// The position in the index, counted from 0 over sources and failures together.
    package var order: Int
    /// The manifest entry that added the source, or the last entry that refined it.
    package var location: Diagnostic.Location
    /// The row of a list file that added the source.
    package var row: Diagnostic.Location?
    /// Whether the source exists only as the alternative of another source for a media condition.
    package var isAlternative = false

    /// The absolute path of the picture, if it is a file.
    package var file: String? { origin.file }
    /// The address of the picture, if it is on a server.
    package var remote: RemoteSource? { origin.remote }
    /// Where the user wrote the source: the row of a list, if there is one.
    package var place: Diagnostic.Location { row ?? location }
}

/// An alternative picture of a source, for a media condition.
package struct ResolvedMedia: Sendable {
    /// A media query.
    package var condition: String
    /// The origin of the picture.
    package var origin: any SourceOrigin
    /// The position in the manifest.
    package var location: Diagnostic.Location
    /// The id of the source for this picture, either from the manifest or added for the condition.
    package var id = ""
}

/// A source that is known to be unavailable before any work starts. A source with several faults is listed once for
/// each, with the same position in the order.
package struct FailedSource: Hashable, Sendable {
    /// The name in the index, as far as it is known.
    package var id: String
    /// The reason and the remedy, in one sentence.
    package var reason: String
    /// The effect of the failure on the build.
    package var onError: Manifest.FailurePolicy
    /// The position in the index.
    package var order: Int
    /// The entry in the manifest.
    package var location: Diagnostic.Location
    /// The row in a list file.
    package var row: Diagnostic.Location?
}

/// The expanded entries of a manifest.
package struct SourceResolution: Sendable {
    /// The pictures, in the manifest's order.
    package var sources: [ResolvedSource]
    /// The failed sources, in the manifest's order.
    package var failures: [FailedSource]
    /// Errors and warnings about the manifest itself, ordered by position. After an error, nothing should be built.
    package var diagnostics: [Diagnostic]

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
