import AlcedoRecipes

/// The XMP properties that Alcedo reads or writes (XMP specification, parts 1 and 2; CIPA DC-010 for
/// `exifEX`; IPTC Photo Metadata Standard 2023.1; PLUS 2.0).
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
        static let xmp = "http://ns.adobe.com/xap/1.0/"
        static let xmpRights = "http://ns.adobe.com/xap/1.0/rights/"
        static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        static let iptcExt = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"
        static let creativeCommons = "http://creativecommons.org/ns#"
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
    static let altText = name(Space.iptcCore, "AltTextAccessibility")
    static let extendedDescription = name(Space.iptcCore, "ExtDescrAccessibility")
    static let location = name(Space.iptcCore, "Location")
    static let digitalSourceType = name(Space.iptcExt, "DigitalSourceType")
    static let credit = name(Space.photoshop, "Credit")
    static let city = name(Space.photoshop, "City")
    static let state = name(Space.photoshop, "State")
    static let country = name(Space.photoshop, "Country")
    static let usageTerms = name(Space.xmpRights, "UsageTerms")
    static let webStatement = name(Space.xmpRights, "WebStatement")
    static let license = name(Space.creativeCommons, "license")
    static let licensor = name(Space.plus, "Licensor")
    /// Part of each licensor.
    static let licensorURL = name(Space.plus, "LicensorURL")
    static let rating = name(Space.xmp, "Rating")

    static let all: Set<XMLReader.Name> = [
        title, description, creator, rights, subject, dateCreated, dateTimeOriginal, make, model,
        lensModel, lens, exposureTime, fNumber, focalLength, sensitivity, isoSpeedRatings, latitude,
        longitude,
        altitude, altitudeReference, altText, extendedDescription, location, digitalSourceType, credit, city,
        state, country, usageTerms, webStatement, license, licensor, rating,
    ]

    private static func name(_ space: String, _ local: String) -> XMLReader.Name {
        XMLReader.Name(space: space, local: local)
    }
}
