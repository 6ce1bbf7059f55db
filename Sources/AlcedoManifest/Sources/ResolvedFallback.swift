import AlcedoBase

/// What takes the place of a picture that fails, as far as it is known without the picture.
package enum ResolvedFallback: Hashable, Sendable {
    /// A file that is there.
    case file(FileOrigin)
    /// A drawing, which is made when it is needed.
    case drawing(SourceEntry.Fallback)

    /// The name of the file; `nil` for a drawing.
    package var shown: String? { if case .file(let origin) = self { origin.shown } else { nil } }

    /// Returns the picture that takes the place of the source with this id and text alternative.
    func origin(id: String, alt: AltTemplate?) -> (any SourceOrigin)? {
        switch self {
        case .file(let origin): origin
        case .drawing(let fallback):
            fallback.drawing(id: id, title: alt.flatMap { $0.hasPlaceholders ? nil : $0.written })
        }
    }
}

extension ResolvedSource {
    /// Returns the source with another picture in place of its own in these variants.
    package func replaced(by fallback: ResolvedFallback, in variants: [String]) -> ResolvedSource? {
        guard let origin = fallback.origin(id: id, alt: alt) else { return nil }
        var other = self
        (other.origin, other.variants, other.svg) = (origin, variants, .rasterize)
        (other.focus, other.fallback, other.variantFallbacks, other.fault) = (nil, nil, [:], nil)
        other.part = nil
        return other
    }

    /// Returns what takes the place of one of its variants if it cannot be made: the source's fallback, or else the variant's.
    package func fallback(in variant: String) -> ResolvedFallback? { fallback ?? variantFallbacks[variant] }

    /// Whether the rest is published if the source fails: each variant has a fallback, or `on-error` says so.
    package var isTolerant: Bool {
        onError != .fail || !variants.isEmpty && variants.allSatisfy { fallback(in: $0) != nil }
    }
}
