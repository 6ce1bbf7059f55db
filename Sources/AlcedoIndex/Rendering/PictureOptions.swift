/// Options for showing a picture, besides its files.
public struct PictureOptions: Hashable, Sendable {
    /// When a picture is loaded.
    public enum Loading: String, Hashable, Sendable {
        /// When it comes near the viewport.
        case lazy
        /// At once, for pictures that are visible first.
        case eager
    }

    /// The placeholder that is visible until a picture is loaded.
    public enum Placeholder: Hashable, Sendable {
        /// The smallest inline variant over the dominant color, or else the average color. Only behind opaque
        /// pictures (one of the variant's formats is JPEG): behind transparent ones it would remain visible.
        case automatic
        /// An inline variant by name, whether the picture is opaque or not.
        case variant(String)
        /// The dominant color, or else the average color, whether the picture is opaque or not.
        case color
        /// No placeholder.
        case none
    }

    /// When the picture is loaded.
    public var loading: Loading
    /// The urgency relative to other pictures: `high`, `low` or `auto`; `nil` to omit the attribute.
    public var fetchPriority: String?
    /// The placeholder that is visible until the picture is loaded.
    public var placeholder: Placeholder
    /// The classes of the `<img>`.
    public var imageClass: String?

    /// Creates options; by default lazy, with an automatic placeholder.
    public init(
        loading: Loading = .lazy, fetchPriority: String? = nil, placeholder: Placeholder = .automatic,
        imageClass: String? = nil
    ) {
        self.loading = loading
        self.fetchPriority = fetchPriority
        self.placeholder = placeholder
        self.imageClass = imageClass
    }

    /// Options for the first visible picture: loaded at once and before others.
    public static let first = PictureOptions(loading: .eager, fetchPriority: "high")
}
