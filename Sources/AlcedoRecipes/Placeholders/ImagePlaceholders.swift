public import AlcedoBase

/// The requested small stand-ins for a picture that is still loading.
public struct ImagePlaceholders: Hashable, Sendable, Codable {
    private var values: [PlaceholderKind: ImagePlaceholders.Value]

    /// Creates placeholders from those available.
    public init(_ values: [PlaceholderKind: ImagePlaceholders.Value] = [:]) {
        self.values = values
    }

    /// The placeholder of a kind.
    public subscript(kind: PlaceholderKind) -> ImagePlaceholders.Value? {
        get { values[kind] }
        set { values[kind] = newValue }
    }

    /// The kinds that are present.
    public var kinds: Set<PlaceholderKind> { Set(values.keys) }

    /// Returns these placeholders, with missing kinds taken from `others`.
    public func merging(_ others: ImagePlaceholders) -> ImagePlaceholders {
        ImagePlaceholders(values.merging(others.values) { own, _ in own })
    }

    /// Returns only the placeholders of the given kinds.
    public func only(_ kinds: Set<PlaceholderKind>) -> ImagePlaceholders {
        ImagePlaceholders(values.filter { kinds.contains($0.key) })
    }
}

extension ImagePlaceholders {
    /// The value of one placeholder.
    public enum Value: Hashable, Sendable, Codable {
        case color(SRGBColor)
        /// Several colors; empty if nothing is visible.
        case colors([SRGBColor])
        case text(String)
        case data(Data)

        /// The value if it is a color.
        public var color: SRGBColor? { if case .color(let color) = self { color } else { nil } }

        /// The value if it is a list of colors.
        public var colors: [SRGBColor]? { if case .colors(let colors) = self { colors } else { nil } }

        /// The value if it is a text.
        public var text: String? { if case .text(let text) = self { text } else { nil } }

        /// The value if it is bytes.
        public var data: Data? { if case .data(let data) = self { data } else { nil } }
    }
}
