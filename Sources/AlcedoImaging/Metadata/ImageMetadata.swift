/// What a picture says about itself: who made it, when, and with what.
///
/// The names are those of `meta` in the index, which are EXIF's. ``init(_:)`` reads EXIF, XMP and IPTC and says
/// which comes first.
public struct ImageMetadata: Hashable, Sendable, Codable {
    /// Whose it is. Where EXIF names a photographer and an editor, both, joined by `; `.
    public var copyright: String?
    /// Who made it.
    public var creator: String?
    /// When it was taken, as ISO 8601 with as much as is known: `2024-05-01T09:30:00.25+02:00`, without offset
    /// where the camera wrote none; a date, a month or a year where nobody says more.
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
    /// Where it was taken.
    public var position: Position?

    /// Knows nothing.
    public init() {}

    /// A place on earth (WGS 84).
    public struct Position: Hashable, Sendable, Codable {
        /// Degrees north, -90…90.
        public let latitude: Double
        /// Degrees east, -180…180.
        public let longitude: Double
        /// Metres above sea level.
        public let altitude: Double?

        /// Takes the numbers, rounded to six decimals of a degree (11 centimetres) and one of a metre.
        ///
        /// - Returns: `nil` if they are no place on earth.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts + 0 }
            self.latitude = rounded(latitude, 1_000_000)
            self.longitude = rounded(longitude, 1_000_000)
            // Beyond the depth of the sea and the height of a satellite it is no altitude.
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
                    forKey: .latitude, in: container, debugDescription: "no place on earth")
            }
            self = place
        }
    }
}
