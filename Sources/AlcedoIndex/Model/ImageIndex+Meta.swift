extension ImageIndex {
    /// The descriptive metadata of an original, merged from EXIF, IPTC and XMP under the names of EXIF and IPTC.
    public struct Meta: Codable, Hashable, Sendable {
        /// A short description for those who do not see the picture, as embedded in it (`AltTextAccessibility`).
        public var altText: String?
        /// The city; like all names of places, present only if the manifest requests positions.
        public var city: String?
        /// The copyright notice.
        public var copyright: String?
        /// The country.
        public var country: String?
        /// The creator.
        public var creator: String?
        /// The credit line that the owner asks for.
        public var credit: String?
        /// The time at which the picture was taken, as ISO 8601, with the offset from UTC if known.
        public var dateTimeOriginal: String?
        /// The caption.
        public var description: String?
        /// The address of the kind of source in IPTC's vocabulary; `…/trainedAlgorithmicMedia` is a generated picture.
        public var digitalSourceType: String?
        /// The exposure time in seconds, as photographers write it: `1/500`.
        public var exposureTime: String?
        /// A further description for those who do not see the picture (`ExtDescrAccessibility`).
        public var extendedDescription: String?
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
        /// The address of a page that sells or grants licenses.
        public var licensorURL: String?
        /// A part of a city, or a place outside of one.
        public var location: String?
        /// The manufacturer of the camera.
        public var make: String?
        /// The camera.
        public var model: String?
        /// The rating: 1 to 5 stars, or -1 for rejected.
        public var rating: Int?
        /// The province or state.
        public var state: String?
        /// The title.
        public var title: String?
        /// What the owner permits, in words.
        public var usageTerms: String?
        /// The address of a page with the license.
        public var webStatement: String?

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
