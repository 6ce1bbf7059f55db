import AlcedoImaging
import Foundation
import Testing

/// Packets in the forms that the XMP specification (part 1, sections 7 and C) allows.
@Suite struct XMPTests {
    static let spaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:exifEX="http://cipa.jp/exif/1.0/" \
        xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        """

    static func packet(_ content: String, attributes: String = "") -> Data {
        Data(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(spaces)>
            <rdf:Description rdf:about="" \(attributes)>\(content)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            <?xpacket end="w"?>
            """.utf8)
    }

    private func read(_ content: String, attributes: String = "") -> ImageMetadata {
        ImageMetadata(xmp: Self.packet(content, attributes: attributes))
    }

    static let everything = """
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Eisvogel</rdf:li>
        <rdf:li xml:lang="x-default">Kingfisher</rdf:li></rdf:Alt></dc:title>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A kingfisher &amp; a fish</rdf:li></rdf:Alt></dc:description>
        <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Ada</rdf:li></rdf:Alt></dc:rights>
        <dc:subject><rdf:Bag><rdf:li>bird</rdf:li><rdf:li> </rdf:li><rdf:li>bird</rdf:li><rdf:li>Wasser</rdf:li></rdf:Bag></dc:subject>
        <tiff:Make>Camera Works</tiff:Make><tiff:Model>Mark II</tiff:Model><aux:Lens>300mm</aux:Lens>
        <exif:ExposureTime>10/5000</exif:ExposureTime><exif:FNumber>28/10</exif:FNumber>
        <exif:FocalLength>300/1</exif:FocalLength>
        <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
        <xmp:CreateDate>2023-01-01</xmp:CreateDate><photoshop:DateCreated>2024-05-01T09:30:00.25+02:00</photoshop:DateCreated>
        <exif:GPSLatitude>51,30.5N</exif:GPSLatitude><exif:GPSLongitude>0,6,36W</exif:GPSLongitude>
        <exif:GPSAltitude>435/10</exif:GPSAltitude><exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>
        """

    @Test func everyFieldIsRead() {
        var expected = ImageMetadata()
        expected.title = "Kingfisher"
        expected.description = "A kingfisher & a fish"
        expected.creator = "Ada; Bo"
        expected.copyright = "© Ada"
        expected.keywords = ["bird", "Wasser"]
        expected.make = "Camera Works"
        expected.model = "Mark II"
        expected.lensModel = "300mm"
        expected.exposureTime = "1/500"
        expected.fNumber = 2.8
        expected.focalLength = 300
        expected.isoSpeed = 200
        expected.dateTimeOriginal = "2024-05-01T09:30:00.25+02:00"
        // 51 + 30.5/60, and -(6/60 + 36/3600).
        expected.position = ImageMetadata.Position(latitude: 51.508333, longitude: -0.11, altitude: -43.5)
        #expect(read(Self.everything) == expected)
    }

    @Test func attributesAreProperties() {
        let found = read(
            "", attributes: #"tiff:Make='Camera "Works"' exif:FNumber="4" photoshop:DateCreated="2024-05""#)
        #expect(found.make == "Camera \"Works\"")
        #expect(found.fNumber == 4)
        #expect(found.dateTimeOriginal == "2024-05")
    }

    /// `xmp:CreateDate` is the date of a scan or an export; the Metadata Working Group keeps it apart (5.2).
    @Test func whenAFileWasMadeIsNotWhenThePhotographWasTaken() {
        #expect(read("<xmp:CreateDate>2023-01-01</xmp:CreateDate>").dateTimeOriginal == nil)
        #expect(read("", attributes: #"xmp:CreateDate="2023-01-01T10:00:00""#) == ImageMetadata())
        let taken = read(
            "<xmp:CreateDate>2023-01-01</xmp:CreateDate>"
                + "<exif:DateTimeOriginal>1999-12-31</exif:DateTimeOriginal>")
        #expect(taken.dateTimeOriginal == "1999-12-31")
    }

    @Test(arguments: [("51,30.5n", "0,6,36w", "-43.5"), ("51,30,30N", "0,6.6W", "-435/10")])
    func placesAreReadInSmallLettersAndWithSigns(latitude: String, longitude: String, altitude: String) {
        let found = read(
            "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude><exif:GPSLongitude>\(longitude)</exif:GPSLongitude>"
                + "<exif:GPSAltitude>\(altitude)</exif:GPSAltitude>")
        #expect(
            found.position == ImageMetadata.Position(latitude: 51.508333, longitude: -0.11, altitude: -43.5))
    }

    @Test func prefixesAreOnlyNames() {
        let packet = """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description xmlns:dc="http://example.org/">
            <dc:title>not this</dc:title>
            <title xmlns="http://purl.org/dc/elements/1.1/"><r:Alt><r:li>this</r:li></r:Alt></title>
            </r:Description></r:RDF>
            """
        #expect(ImageMetadata(xmp: Data(packet.utf8)).title == "this")
    }

    @Test func severalDescriptionsAreOne() {
        let whole = "</rdf:Description><rdf:Description><tiff:Model>N</tiff:Model>"
        let found = read("<tiff:Make>M</tiff:Make>" + whole)
        #expect((found.make, found.model) == ("M", "N"))
    }

    @Test(arguments: [
        "<rdf:Description><rdf:value>Ada</rdf:value><xmp:x>no</xmp:x></rdf:Description>",
        "<rdf:value>Ada</rdf:value>", #"<rdf:Description rdf:value="Ada"/>"#, "<![CDATA[Ada]]>",
        "A<!-- no -->da",
        "&#65;&#x64;a", " \n Ada \t",
    ])
    func valuesHaveManyForms(form: String) {
        #expect(read("<dc:rights>\(form)</dc:rights>").copyright == "Ada")
        #expect(read("<dc:creator><rdf:Seq><rdf:li>\(form)</rdf:li></rdf:Seq></dc:creator>").creator == "Ada")
    }

    @Test func aStructureIsNotItsText() {
        let history = "<xmp:History><rdf:Seq><rdf:li><dc:title>no</dc:title></rdf:li></rdf:Seq></xmp:History>"
        #expect(read(history) == ImageMetadata())
        #expect(read("<dc:title><dc:description>no</dc:description></dc:title>") == ImageMetadata())
    }

    @Test func theFirstLanguageIsUsedWithoutADefault() {
        let found = read(
            #"<dc:title><rdf:Alt><rdf:li xml:lang="de">Eisvogel</rdf:li><rdf:li xml:lang="en">K</rdf:li></rdf:Alt></dc:title>"#
        )
        #expect(found.title == "Eisvogel")
    }

    @Test(arguments: [
        ("2024", "2024"), ("2024-05", "2024-05"), ("2024-05-01", "2024-05-01"),
        ("2024-05-01T09:30", "2024-05-01T09:30:00"), ("2024-05-01T09:30Z", "2024-05-01T09:30:00Z"),
        ("2024-05-01T09:30:15", "2024-05-01T09:30:15"),
        ("2024-05-01T09:30:15.500-03:30", "2024-05-01T09:30:15.500-03:30"),
        ("2024-05-01T09:30:15+02", "2024-05-01T09:30:15"),
    ])
    func datesSayAsMuchAsIsKnown(written: String, read text: String) {
        #expect(read("", attributes: "photoshop:DateCreated=\"\(written)\"").dateTimeOriginal == text)
    }

    @Test(arguments: [
        "", "2", "2024-13", "2024-02-30", "0000", "2024-05-01T25:00", "yesterday at noon o'clock",
        "2024-05-01 09",
        "２０２４-05-01T09:30:00",
    ])
    func invalidDatesAreOmitted(written: String) {
        #expect(read("", attributes: "photoshop:DateCreated=\"\(written)\"").dateTimeOriginal == nil)
    }

    @Test(arguments: ["1/0", "0/1", "-1/2", "1/2/3", "/", "", "a", "4294967296/1", "1e3"])
    func invalidFractionsAreOmitted(written: String) {
        #expect(
            read("", attributes: "exif:FNumber=\"\(written)\" exif:ExposureTime=\"\(written)\"")
                == ImageMetadata())
    }

    @Test(arguments: ["51.5N", "51,60N", "91,0N", "51,30", "51,nanN", ",N", "-51,30N", "51,30E", "1,2,3,4N"])
    func invalidPositionsAreOmitted(latitude: String) {
        #expect(
            read("", attributes: "exif:GPSLatitude=\"\(latitude)\" exif:GPSLongitude=\"0,6W\"").position
                == nil)
    }
}
