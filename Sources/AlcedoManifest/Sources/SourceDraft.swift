import AlcedoBase
import AlcedoRecipes

/// A picture during the expansion of a manifest, which later entries may still refine.
struct SourceDraft {
    enum State {
        case found(any SourceOrigin)
        /// At least one fault.
        case faulty([Fault])

        static func failed(_ reason: String) -> State { .faulty([Fault(reason: reason)]) }
    }

    /// One fault of the picture.
    struct Fault: Error, Hashable {
        var reason: String
        /// The place of the fault, if it is not the place that names the picture.
        var row: Diagnostic.Location?
        /// Whether a file is not there.
        var isMissing = false
    }

    var id: String
    var state: State
    var variants: [String]?
    var alt: AltTemplate?
    var focus: FocalPoint?
    var aspects: [String: PixelSize]?
    var media: [MediaTemplate]?
    var alternatives: [String: [Variant.Alternative]]
    var onError: Manifest.FailurePolicy?
    var fallback: SourceEntry.Fallback?
    var fallbackLocation: Diagnostic.Location?
    var part: SourceEntry.Part?
    var svg: Manifest.SVGPolicy?
    /// Words for the placeholders of steps, by their names.
    var values: [String: AltTemplate]
    /// Whether the bytes come from outside the site's own files.
    var isForeign = false
    var location: Diagnostic.Location
    var row: Diagnostic.Location?
    /// The index of the entry that added the picture.
    var entry: Int

    init(_ entry: SourceEntry, index: Int, id: String, _ state: State) {
        self.id = id
        self.state = state
        (variants, alt, focus, media) = (entry.variants, entry.alt, entry.focus, entry.media)
        (aspects, alternatives) = (entry.aspects, entry.alternatives)
        (onError, fallback, svg) = (entry.onError, entry.fallback, entry.svg)
        fallbackLocation = entry.fallbackLocation
        part = entry.part
        values = entry.values ?? [:]
        location = entry.location
        self.entry = index
        // It is Alcedo's own drawing.
        if case .found(let origin) = state, origin is CanvasOrigin { svg = .rasterize }
    }

    /// The path of a file that was found, relative to the manifest.
    var shownFile: String? {
        if case .found(let origin) = state, origin.file != nil { origin.shown } else { nil }
    }

    /// Applies each key that an entry for this file sets. Other values stay.
    mutating func refine(with entry: SourceEntry) {
        if let id = entry.id { self.id = id }
        if let variants = entry.variants { self.variants = variants }
        if let alt = entry.alt { self.alt = alt }
        if let focus = entry.focus { self.focus = focus }
        if let aspects = entry.aspects { self.aspects = aspects }
        if let media = entry.media { (self.media, alternatives) = (media, entry.alternatives) }
        if let onError = entry.onError { self.onError = onError }
        if let fallback = entry.fallback {
            (self.fallback, fallbackLocation) = (fallback, entry.fallbackLocation)
        }
        if let part = entry.part { self.part = part }
        if let svg = entry.svg { self.svg = svg }
        if let values = entry.values { self.values.merge(values) { $1 } }
        location = entry.location
    }
}
