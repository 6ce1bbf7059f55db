/// What a picture says about itself: who made it, when, and with what.
///
/// The names are those of `meta` in the index, which are EXIF's. So far it is read from EXIF alone; IPTC and XMP
/// will fill what is missing, each from an extension in a file of its own beside `ImageMetadata+Exif.swift`.
public struct ImageMetadata: Hashable, Sendable, Codable {
    /// Whose it is. Where EXIF names a photographer and an editor, both, joined by `; `.
    public var copyright: String?
    /// Who made it.
    public var creator: String?
    /// When it was taken, as ISO 8601 with as much as is known: `2024-05-01T09:30:00.25+02:00`, without offset
    /// where the camera wrote none.
    public var dateTimeOriginal: String?
    /// What it shows.
    public var description: String?
    /// Seconds, as photographers write them: `1/500`, `2.5`.
    public var exposureTime: String?
    /// Focal length divided by aperture, to two decimals.
    public var fNumber: Double?
    /// Millimetres, to two decimals.
    public var focalLength: Double?
    /// Sensitivity.
    public var isoSpeed: Int?
    /// In the order in which they are written.
    public var keywords: [String] = []
    /// The lens.
    public var lensModel: String?
    /// Who built the camera.
    public var make: String?
    /// The camera.
    public var model: String?
    /// What it is called.
    public var title: String?

    /// How the picture has to be turned for display, 1…8; `nil` when nothing valid is said.
    public var orientation: Int?
    /// Whether it says where it was taken. The position itself is not read.
    public var hasPosition = false

    /// Knows nothing.
    public init() {}
}
