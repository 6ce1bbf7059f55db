import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct MergingTests {
    /// The MD5 of the fields below, as `md5sum` gives it: 1c 02 78 00 04 and `iptc`.
    private static let digest: [UInt8] = [
        0xab, 0xfc, 0x59, 0x7c, 0xf6, 0xca, 0x71, 0xbd, 0x65, 0xad, 0x91, 0x4a, 0x39, 0x6b, 0xb2, 0xb0,
    ]

    private static func source(
        exif: String? = nil, xmp: String? = nil, iptc: String? = nil, digest: [UInt8]? = nil
    ) -> SerializationContext.Metadata {
        var source = SerializationContext.Metadata()
        if let exif {
            var bytes = ExifBytes()
            bytes.image = [0x010E: bytes.ascii(exif)]
            source.exif = bytes.block
        }
        if let xmp { source.xmp = XMPTests.packet("<dc:description>\(xmp)</dc:description>") }
        if let iptc {
            var bytes = IPTCBytes()
            bytes.add(120, iptc)
            source.iptc = bytes.block(digest: digest)
        }
        return source
    }

    @Test func exifComesBeforeXMPAndXMPBeforeIPTC() {
        #expect(ImageMetadata(Self.source(exif: "exif", xmp: "xmp", iptc: "iptc")).description == "exif")
        #expect(ImageMetadata(Self.source(exif: " ", xmp: "xmp", iptc: "iptc")).description == "xmp")
        #expect(ImageMetadata(Self.source(iptc: "iptc")).description == "iptc")
        #expect(ImageMetadata(SerializationContext.Metadata()) == ImageMetadata())
    }

    @Test func aDigestDecidesBetweenXMPAndIPTC() {
        let inStep = Self.source(xmp: "xmp", iptc: "iptc", digest: Self.digest)
        #expect(ImageMetadata(inStep).description == "xmp")
        let changed = Self.source(xmp: "xmp", iptc: "iptx", digest: Self.digest)
        #expect(ImageMetadata(changed).description == "iptx")
        let other = Self.source(exif: "exif", xmp: "xmp", iptc: "iptx", digest: Self.digest)
        #expect(ImageMetadata(other).description == "exif")
    }

    @Test func aTextThatHadToBeCutIsNotAChangedOne() {
        let long = String(repeating: "ü", count: 1200)
        let cut = String(repeating: "ü", count: 1000)
        let digest = [UInt8](repeating: 0, count: 16)
        #expect(ImageMetadata(Self.source(xmp: long, iptc: cut, digest: digest)).description == long)
        // It is only cut if it is as long as it may be, and the beginning of the other.
        #expect(ImageMetadata(Self.source(xmp: "long", iptc: "lo", digest: digest)).description == "lo")
        let different = String(repeating: "u", count: 2000)
        #expect(
            ImageMetadata(Self.source(xmp: long, iptc: different, digest: digest)).description == different)
    }

    @Test func whatOneLacksAnotherFills() {
        var bytes = ExifBytes()
        bytes.image = [
            0x010F: bytes.ascii("Camera Works"), 0x9C9B: bytes.windows("XP"), 0x9C9E: bytes.windows("a;b"),
        ]
        var fields = IPTCBytes()
        fields.add(25, "k")
        let xmp = "<dc:title>T</dc:title><tiff:Make>no</tiff:Make><tiff:Model>N</tiff:Model>"
        var source = SerializationContext.Metadata(
            exif: bytes.block, xmp: XMPTests.packet(xmp), iptc: fields.block())
        var found = ImageMetadata(source)
        #expect((found.make, found.model, found.title) == ("Camera Works", "N", "T"))
        #expect(found.keywords == ["k"])
        (source.xmp, source.iptc) = (nil, nil)
        found = ImageMetadata(source)
        #expect(found.title == "XP" && found.keywords == ["a", "b"])
    }

    @Test func theOrientationIsEXIFs() {
        let source = SerializationContext.Metadata(
            exif: ExifBytes.orientation(6), xmp: XMPTests.packet("", attributes: "tiff:Orientation=\"3\""))
        #expect(ImageMetadata(source).orientation == 6)
    }
}
