/// The content of `index.json`: everything that pages need about a site's images.
///
/// ```swift
/// let index = try ImageIndex(contentsOf: "Public/images/index.json")
/// let html = try index.image("kingfisher.jpg").picture("hero", alt: "A kingfisher, diving")
/// ```
///
/// The model mirrors the file, member for member. Members that may be absent are optional; unknown ones are ignored.
public struct ImageIndex: Codable, Hashable, Sendable {
    /// The version of the format that this library reads and writes.
    public static let currentVersion = 1

    /// The version of the format.
    public var version: Int
    /// The address of the variants' folder in pages, as in the manifest: `/images`.
    public var baseURL: String
    /// The program that wrote the file, with its version.
    public var generator: String
    /// The images by id.
    public var images: [String: Entry]
    /// The ids in the manifest's order.
    public var order: [String]
    /// The icons of the site, if the manifest asks for them.
    public var siteIcons: Favicon?

    /// Creates an index.
    public init(
        baseURL: String, generator: String, images: [String: Entry] = [:], order: [String] = [],
        version: Int = ImageIndex.currentVersion
    ) {
        self.version = version
        self.baseURL = baseURL
        self.generator = generator
        self.images = images
        self.order = order
    }
}
