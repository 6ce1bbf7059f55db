/// Metadata of a picture: who made it, when, and with what.
///
/// The names are those of `meta` in the index, which are EXIF's. `init(_:)` of `AlcedoContainers` reads EXIF, XMP and IPTC and determines
/// their precedence.
public struct ImageMetadata: Hashable, Sendable, Codable {
    /// Copyright notice. If EXIF names a photographer and an editor, both are joined by `; `.
    public var copyright: String?
    /// Creator of the picture.
    public var creator: String?
    /// Date taken in ISO 8601, as far as it is known: `2024-05-01T09:30:00.25+02:00`, without an offset if the camera
    /// wrote none; otherwise a date, a month or a year.
    public var dateTimeOriginal: String?
    /// Description of what the picture shows.
    public var description: String?
    /// Exposure time in seconds, as photographers write it: `1/500`, `2.5`.
    public var exposureTime: String?
    /// Focal length divided by aperture, to two decimals.
    public var fNumber: Double?
    /// Focal length in millimeters, to two decimals.
    public var focalLength: Double?
    /// ISO sensitivity.
    public var isoSpeed: Int?
    /// Keywords in the order in which they are written.
    public var keywords: [String] = []
    /// Lens model.
    public var lensModel: String?
    /// Manufacturer of the camera.
    public var make: String?
    /// Camera model.
    public var model: String?
    /// Title of the picture.
    public var title: String?

    /// Short description of the picture for those who do not see it (IPTC's `AltTextAccessibility`).
    public var altText: String?
    /// Further description for those who do not see the picture (IPTC's `ExtDescrAccessibility`).
    public var extendedDescription: String?
    /// Credit line that the owner asks for.
    public var credit: String?
    /// What the owner permits, in words.
    public var usageTerms: String?
    /// Address of a page with the license: of `xmpRights:WebStatement`, or else of Creative Commons.
    public var webStatement: String?
    /// Address of a page that sells or grants licenses (PLUS).
    public var licensorURL: String?
    /// Kind of source in IPTC's vocabulary, which says whether a model has generated the picture.
    public var digitalSourceType: String?
    /// Rating: 1…5 stars, or -1 for rejected.
    public var rating: Int?
    /// Part of a city, or a place outside of one.
    public var location: String?
    /// City.
    public var city: String?
    /// Province or state.
    public var state: String?
    /// Country.
    public var country: String?

    /// EXIF orientation for display, 1…8; `nil` if there is no valid one.
    public var orientation: Int?
    /// Position at which the picture was taken.
    public var position: Position?

    /// Creates empty metadata.
    public init() {}

    /// A position on Earth (WGS 84).
    public struct Position: Hashable, Sendable, Codable {
        /// Degrees north, -90…90.
        public let latitude: Double
        /// Degrees east, -180…180.
        public let longitude: Double
        /// Meters above sea level.
        public let altitude: Double?

        /// Creates a position, rounded to six decimals of a degree (11 centimeters) and one of a meter.
        ///
        /// - Returns: `nil` if the numbers are not a position on Earth.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts + 0 }
            self.latitude = rounded(latitude, 1_000_000)
            self.longitude = rounded(longitude, 1_000_000)
            // A value beyond the depth of the sea and the height of a satellite is not an altitude.
            self.altitude = altitude.flatMap { abs($0) < 1_000_000 ? rounded($0, 10) : nil }
        }

        /// Reads the numbers, which have to be a place on earth.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let place = Self(
                latitude: try container.decode(Double.self, forKey: .latitude),
                longitude: try container.decode(Double.self, forKey: .longitude),
                altitude: try container.decodeIfPresent(Double.self, forKey: .altitude))
            guard let place else {
                throw DecodingError.dataCorruptedError(
                    forKey: .latitude, in: container, debugDescription: "not a place on Earth")
            }
            self = place
        }
    }
}
