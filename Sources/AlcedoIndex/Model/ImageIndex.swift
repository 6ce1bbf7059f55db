/// Everything that a page needs to know about a site's images: the content of `index.json`.
///
/// ```swift
/// let index = try ImageIndex(contentsOf: "Public/images/index.json")
/// let html = try index.image("kingfisher.jpg").picture("hero", alt: "A kingfisher, diving")
/// ```
///
/// The model is the file, member for member; members that the file may lack are optional, members that this version
/// does not know are ignored.
public struct ImageIndex: Codable, Hashable, Sendable {
    /// The version of the format that this library reads and writes.
    public static let currentVersion = 1

    /// The version of the format.
    public var version: Int
    /// How pages address the folder of the variants, as the manifest has it: `/images`.
    public var baseURL: String
    /// The program that wrote the file, with its version.
    public var generator: String
    /// The images by id.
    public var images: [String: Entry]
    /// The ids in the manifest's order.
    public var order: [String]

    /// Describes a site's images.
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
