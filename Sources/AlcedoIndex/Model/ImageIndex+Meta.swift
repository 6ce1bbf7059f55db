extension ImageIndex {
    /// The descriptive metadata of an original, merged from EXIF, IPTC and XMP under EXIF's names.
    public struct Meta: Codable, Hashable, Sendable {
        /// The copyright notice.
        public var copyright: String?
        /// The creator.
        public var creator: String?
        /// The time at which the picture was taken, as ISO 8601, with the offset from UTC if known.
        public var dateTimeOriginal: String?
        /// The caption.
        public var description: String?
        /// The exposure time in seconds, as photographers write it: `1/500`.
        public var exposureTime: String?
        /// The f-number.
        public var fNumber: Double?
        /// The focal length in millimeters.
        public var focalLength: Double?
        /// The place where the picture was taken; present only if the manifest requests positions.
        public var gps: Position?
        /// The ISO sensitivity.
        public var isoSpeed: Double?
        /// The keywords.
        public var keywords: [String]?
        /// The lens.
        public var lensModel: String?
        /// The manufacturer of the camera.
        public var make: String?
        /// The camera.
        public var model: String?
        /// The title.
        public var title: String?

        /// Creates empty metadata.
        public init() {}

        /// Whether there is no metadata, so that the index can omit it.
        public var isEmpty: Bool { self == Meta() }
    }

    /// A position on Earth (WGS 84).
    public struct Position: Codable, Hashable, Sendable {
        /// Meters above sea level.
        public var altitude: Double?
        /// Degrees north.
        public var latitude: Double
        /// Degrees east.
        public var longitude: Double

        /// Creates a position.
        public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.altitude = altitude
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}
