import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Packets in the forms that the XMP specification (part 1, sections 7 and C) allows.
@Suite struct XMPTests {
    static let spaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:exifEX="http://cipa.jp/exif/1.0/" \
        xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
        xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" \
        xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" \
        xmlns:rights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#"
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

    @Test func rightsPlacesAndDescriptionsAreRead() {
        let found = read(
            """
            <core:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">A bird</rdf:li></rdf:Alt></core:AltTextAccessibility>
            <core:ExtDescrAccessibility><rdf:Alt><rdf:li xml:lang="x-default">It dives.</rdf:li></rdf:Alt></core:ExtDescrAccessibility>
            <rights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">Ask</rdf:li></rdf:Alt></rights:UsageTerms>
            """,
            attributes: """
                photoshop:Credit="Agency" photoshop:City="Köln" photoshop:State="NRW" photoshop:Country="Germany" \
                core:Location="Deutz" rights:WebStatement="https://example.org/l" xmp:Rating="5" \
                ext:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
                """)
        #expect((found.altText, found.extendedDescription) == ("A bird", "It dives."))
        #expect(
            (found.usageTerms, found.credit, found.webStatement) == ("Ask", "Agency", "https://example.org/l")
        )
        #expect(
            (found.location, found.city, found.state, found.country) == ("Deutz", "Köln", "NRW", "Germany"))
        #expect(found.rating == 5)
        #expect(
            found.digitalSourceType
                == "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia")
    }

    // PLUS 2.0: a list of structures, in each notation of RDF for them.
    @Test(arguments: [
        #"<rdf:li rdf:parseType="Resource"><plus:LicensorName>A</plus:LicensorName><plus:LicensorURL>https://a.org/b</plus:LicensorURL></rdf:li>"#,
        #"<rdf:li plus:LicensorName="A" plus:LicensorURL="https://a.org/b"/>"#,
        #"<rdf:li><rdf:Description plus:LicensorURL="https://a.org/b"/></rdf:li>"#,
        #"<rdf:li><rdf:Description><plus:LicensorURL rdf:resource="https://a.org/b"/></rdf:Description></rdf:li>"#,
        #"<rdf:li plus:LicensorURL="javascript:x"/><rdf:li plus:LicensorURL="https://a.org/b"/>"#,
    ])
    func aLicensorIsReadInEachNotation(item: String) {
        let list = "<plus:Licensor><rdf:Seq>\(item)</rdf:Seq></plus:Licensor><dc:title>t</dc:title>"
        let found = read(list)
        #expect(found.licensorURL == "https://a.org/b")
        #expect(found.title == "t")
        // Elsewhere it is something else.
        #expect(read(list.replacing("plus:Licensor>", with: "plus:CopyrightOwner>")).licensorURL == nil)
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://", "example.org/l", "https://a.org/\"x", "https://a.org/ b",
        "HTTPS://javascript:alert(1)@a.org/", "https://a.org\\@b.org/",
    ])
    func onlyAddressesOfPagesAreAddresses(text: String) {
        let escaped = text.replacing("\"", with: "&quot;")
        #expect(read("", attributes: "rights:WebStatement=\"\(escaped)\"").webStatement == nil)
    }

    @Test func aLicenseOfCreativeCommonsIsOne() {
        let license = #"<cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>"#
        #expect(read(license).webStatement == "https://creativecommons.org/licenses/by/4.0/")
        let both = license + "<rights:WebStatement>https://example.org/l</rights:WebStatement>"
        #expect(read(both).webStatement == "https://example.org/l")
    }

    @Test(arguments: [("0", nil), ("-1", -1), ("3.0", 3), ("6", nil), ("many", nil)] as [(String, Int?)])
    func ratingsAreStars(text: String, stars: Int?) {
        #expect(read("<xmp:Rating>\(text)</xmp:Rating>").rating == stars)
    }

    @Test func aTermOfIPTCsMayLackItsBeginning() {
        #expect(
            read("", attributes: #"ext:DigitalSourceType="compositeCapture""#).digitalSourceType
                == "http://cv.iptc.org/newscodes/digitalsourcetype/compositeCapture")
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
