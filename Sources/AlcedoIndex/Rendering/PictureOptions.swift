/// How a picture is shown, besides its files.
public struct PictureOptions: Hashable, Sendable {
    /// When it is loaded.
    public enum Loading: String, Hashable, Sendable {
        /// When it comes near the window.
        case lazy
        /// At once: for what is seen first.
        case eager
    }

    /// What is seen until it is loaded.
    public enum Placeholder: Hashable, Sendable {
        /// The smallest inline variant over the dominant colour, or over the average one if the index has only that,
        /// behind opaque pictures only: behind a transparent one it would still be seen afterwards. A picture is known to be opaque if one of the variant's formats is JPEG.
        case automatic
        /// An inline variant by name, whether the picture is opaque or not.
        case variant(String)
        /// The dominant colour, or else the average one, whether the picture is opaque or not.
        case color
        /// Nothing.
        case none
    }

    /// When it is loaded.
    public var loading: Loading
    /// `high`, `low` or `auto` to say how urgent it is beside others; `nil` to say nothing.
    public var fetchPriority: String?
    /// What is seen until it is loaded.
    public var placeholder: Placeholder
    /// The classes of the `<img>`.
    public var imageClass: String?

    /// Lazy, with an automatic placeholder, unless said otherwise.
    public init(
        loading: Loading = .lazy, fetchPriority: String? = nil, placeholder: Placeholder = .automatic,
        imageClass: String? = nil
    ) {
        self.loading = loading
        self.fetchPriority = fetchPriority
        self.placeholder = placeholder
        self.imageClass = imageClass
    }

    /// For the picture that is seen first: loaded at once and before others.
    public static let first = PictureOptions(loading: .eager, fetchPriority: "high")
}
