/// The numbers of the EXIF tags that Alcedo reads or treats in a special way (Exif 3.0, sections 4.6.4 to 4.6.7).
///
/// libexif's own constants are left alone: which of them exist depends on its version, while the numbers do not.
enum ExifTagNumber {
    // In the first directory.
    static let imageDescription: UInt16 = 0x010E
    static let make: UInt16 = 0x010F
    static let model: UInt16 = 0x0110
    static let orientation: UInt16 = 0x0112
    static let artist: UInt16 = 0x013B
    static let copyright: UInt16 = 0x8298
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
    static let gpsLatitude: UInt16 = 0x0002
    static let gpsLongitude: UInt16 = 0x0004

    /// Blocks in formats of their own, in which a position may hide.
    static let opaqueBlocks: Set<UInt16> = [
        0x02BC,  // XMP
        0x83BB,  // IPTC
        0x8649,  // Photoshop
        0x927C,  // MakerNote
        0xC634,  // DNGPrivateData
    ]

    /// Tags that describe how the source's own file was coded: untrue of a file with other pixels, and offsets
    /// that would point nowhere.
    static let coding: Set<UInt16> = [
        0x0100, 0x0101,  // ImageWidth, ImageLength
        0x0102, 0x0103, 0x0106, 0x0115, 0x011C,  // BitsPerSample … PlanarConfiguration
        0x0111, 0x0116, 0x0117,  // StripOffsets, RowsPerStrip, StripByteCounts
        0x0142, 0x0143, 0x0144, 0x0145,  // tiles
        0x012D, 0x013E, 0x013F,  // TransferFunction, WhitePoint, PrimaryChromaticities
        0x014A,  // SubIFDs
        0x0201, 0x0202,  // the thumbnail's place
        0x0211, 0x0212, 0x0213, 0x0214,  // YCbCr…, ReferenceBlackWhite
        0x8769, 0x8825, 0xA005,  // pointers to directories, which libexif writes itself
        0x8773,  // InterColorProfile
        0x9101, 0x9102,  // ComponentsConfiguration, CompressedBitsPerPixel
        0x9214, 0xA214,  // SubjectArea and SubjectLocation, in the source's pixels
        0xA001, 0xA500,  // ColorSpace, Gamma
        0xA002, 0xA003,  // PixelXDimension, PixelYDimension
    ]
}
