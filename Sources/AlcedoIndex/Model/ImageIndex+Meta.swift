extension ImageIndex {
    /// The descriptive data of an original, merged from EXIF, IPTC and XMP under EXIF's names.
    public struct Meta: Codable, Hashable, Sendable {
        /// Whose it is.
        public var copyright: String?
        /// Who made it.
        public var creator: String?
        /// When it was taken, as ISO 8601, with the offset from UTC if that is known.
        public var dateTimeOriginal: String?
        /// What it shows.
        public var description: String?
        /// Seconds, as photographers write them: `1/500`.
        public var exposureTime: String?
        /// The f-number.
        public var fNumber: Double?
        /// Millimetres.
        public var focalLength: Double?
        /// Where it was taken; only where the manifest asks for positions.
        public var gps: Position?
        /// The sensitivity.
        public var isoSpeed: Double?
        /// Words to find it by.
        public var keywords: [String]?
        /// The lens.
        public var lensModel: String?
        /// Who made the camera.
        public var make: String?
        /// The camera.
        public var model: String?
        /// Its name.
        public var title: String?

        /// Knows nothing yet.
        public init() {}

        /// Whether nothing is known, so that the index can leave it out.
        public var isEmpty: Bool { self == Meta() }
    }

    /// A place on earth (WGS 84).
    public struct Position: Codable, Hashable, Sendable {
        /// Metres above sea level.
        public var altitude: Double?
        /// Degrees north.
        public var latitude: Double
        /// Degrees east.
        public var longitude: Double

        /// Takes the numbers.
        public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.altitude = altitude
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}
