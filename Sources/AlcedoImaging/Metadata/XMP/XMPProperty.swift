/// The XMP properties that Alcedo reads or writes (XMP specification, parts 1 and 2; CIPA DC-010 for `exifEX`).
enum XMPProperty {
    /// Namespace URIs. A packet may assign them any prefix.
    enum Space {
        static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        static let xml = "http://www.w3.org/XML/1998/namespace"
        static let dc = "http://purl.org/dc/elements/1.1/"
        static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
        static let exif = "http://ns.adobe.com/exif/1.0/"
        static let exifEX = "http://cipa.jp/exif/1.0/"
        static let aux = "http://ns.adobe.com/exif/1.0/aux/"
        static let tiff = "http://ns.adobe.com/tiff/1.0/"
    }

    static let title = name(Space.dc, "title")
    static let description = name(Space.dc, "description")
    static let creator = name(Space.dc, "creator")
    static let rights = name(Space.dc, "rights")
    static let subject = name(Space.dc, "subject")
    static let dateCreated = name(Space.photoshop, "DateCreated")
    static let dateTimeOriginal = name(Space.exif, "DateTimeOriginal")
    static let make = name(Space.tiff, "Make")
    static let model = name(Space.tiff, "Model")
    static let lensModel = name(Space.exifEX, "LensModel")
    static let lens = name(Space.aux, "Lens")
    static let exposureTime = name(Space.exif, "ExposureTime")
    static let fNumber = name(Space.exif, "FNumber")
    static let focalLength = name(Space.exif, "FocalLength")
    static let sensitivity = name(Space.exifEX, "PhotographicSensitivity")
    static let isoSpeedRatings = name(Space.exif, "ISOSpeedRatings")
    static let latitude = name(Space.exif, "GPSLatitude")
    static let longitude = name(Space.exif, "GPSLongitude")
    static let altitude = name(Space.exif, "GPSAltitude")
    static let altitudeReference = name(Space.exif, "GPSAltitudeRef")

    static let all: Set<XMLReader.Name> = [
        title, description, creator, rights, subject, dateCreated, dateTimeOriginal, make, model,
        lensModel, lens, exposureTime, fNumber, focalLength, sensitivity, isoSpeedRatings, latitude,
        longitude,
        altitude, altitudeReference,
    ]

    private static func name(_ space: String, _ local: String) -> XMLReader.Name {
        XMLReader.Name(space: space, local: local)
    }
}
