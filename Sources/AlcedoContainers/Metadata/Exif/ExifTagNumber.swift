import AlcedoRecipes

/// Numbers of the EXIF tags that Alcedo reads or treats specially (Exif 3.0, sections 4.6.4 to 4.6.7).
///
/// libexif's constants are not used: which of them exist depends on its version.
enum ExifTagNumber {
    // In the first directory.
    static let imageDescription: UInt16 = 0x010E
    static let make: UInt16 = 0x010F
    static let model: UInt16 = 0x0110
    static let orientation: UInt16 = 0x0112
    static let artist: UInt16 = 0x013B
    static let copyright: UInt16 = 0x8298
    static let rating: UInt16 = 0x4746
    // In the first directory, from Windows: UTF-16, little-endian in either byte order.
    static let xpTitle: UInt16 = 0x9C9B
    static let xpAuthor: UInt16 = 0x9C9D
    static let xpKeywords: UInt16 = 0x9C9E

    // In the EXIF directory.
    static let exposureTime: UInt16 = 0x829A
    static let fNumber: UInt16 = 0x829D
    static let photographicSensitivity: UInt16 = 0x8827
    static let standardOutputSensitivity: UInt16 = 0x8831
    static let recommendedExposureIndex: UInt16 = 0x8832
    static let isoSpeed: UInt16 = 0x8833
    static let dateTimeOriginal: UInt16 = 0x9003
    static let offsetTimeOriginal: UInt16 = 0x9011
    static let subSecTimeOriginal: UInt16 = 0x9291
    static let focalLength: UInt16 = 0x920A
    static let lensModel: UInt16 = 0xA434

    // In the GPS directory.
    static let gpsLatitudeRef: UInt16 = 0x0001
    static let gpsLatitude: UInt16 = 0x0002
    static let gpsLongitudeRef: UInt16 = 0x0003
    static let gpsLongitude: UInt16 = 0x0004
    static let gpsAltitudeRef: UInt16 = 0x0005
    static let gpsAltitude: UInt16 = 0x0006

    // In the EXIF directory, for writing.
    static let colorSpace: UInt16 = 0xA001

    /// Tags that a written file may contain: those of the standard that describe the scene, the exposure, the
    /// equipment by type, and the people who are named on purpose.
    ///
    /// Everything else is omitted, known or not: positions; serial numbers (BodySerialNumber, LensSerialNumber,
    /// ImageUniqueID) and the owner's name that a camera adds by itself (CameraOwnerName); environment data that
    /// reveals the place (pressure, depth, elevation); blocks in formats of their own, which may contain all of these
    /// (MakerNote, DNGPrivateData, XMP, IPTC, Photoshop); and descriptions of the source's file (its size, coding,
    /// thumbnail and positions in its pixels), which do not apply to other pixels.
    static let descriptive: Set<UInt16> = [
        0x010E, 0x010F, 0x0110, 0x0112,  // ImageDescription, Make, Model, Orientation
        0x011A, 0x011B, 0x0128,  // XResolution, YResolution, ResolutionUnit
        0x0131, 0x0132, 0x013B, 0x8298,  // Software, DateTime, Artist, Copyright
        0x4746, 0x4749,  // Rating, RatingPercent
        0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,  // Windows's title, comment, author, keywords, subject
        0x829A, 0x829D, 0x8822, 0x8824,  // ExposureTime, FNumber, ExposureProgram, SpectralSensitivity
        0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835,  // sensitivities
        0x9000, 0xA000,  // ExifVersion, FlashpixVersion
        0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292,  // times
        0x9201, 0x9202, 0x9203, 0x9204, 0x9205,  // ShutterSpeedValue … MaxApertureValue
        0x9206, 0x9207, 0x9208, 0x9209, 0x920A,  // SubjectDistance … FocalLength
        0x9286,  // UserComment
        0xA20B, 0xA215, 0xA217, 0xA300, 0xA301,  // FlashEnergy … SceneType
        0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407,  // CustomRendered … GainControl
        0xA408, 0xA409, 0xA40A, 0xA40C,  // Contrast, Saturation, Sharpness, SubjectDistanceRange
        0xA432, 0xA433, 0xA434,  // LensSpecification, LensMake, LensModel
        0xA436, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA43B, 0xA43C,  // ImageTitle … MetadataEditingSoftware
        0xA460,  // CompositeImage
    ]
}
