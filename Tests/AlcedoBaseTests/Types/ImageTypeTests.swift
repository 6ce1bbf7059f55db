import AlcedoBase
import Foundation
import Testing

@Suite struct ImageTypeTests {
    private static func media(_ brand: String, _ compatible: String...) -> [UInt8] {
        let brands = Array(brand.utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
        return [0, 0, 0, UInt8(8 + brands.count)] + Array("ftyp".utf8) + brands + Array("....meta".utf8)
    }

    private static func ascii(_ text: String, _ rest: UInt8...) -> [UInt8] { Array(text.utf8) + rest }

    // First bytes from the specifications of the formats.
    static let signatures: [(bytes: [UInt8], type: ImageType)] = [
        ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (ascii("GIF87a"), .gif),
        (ascii("GIF89a"), .gif),
        (ascii("RIFF....WEBPVP8 "), .webp),
        (media("avif", "mif1", "miaf"), .avif),
        (media("mif1", "avif"), .avif),
        (media("avis"), .avif),
        (media("heic", "mif1"), .heic),
        (media("mif1", "heic"), .heic),
        (media("msf1", "hevc"), .heic),
        ([0xFF, 0x0A, 0x7F], .jxl),
        ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
        ([0x49, 0x49, 0x2A, 0], .tiff),
        ([0x4D, 0x4D, 0, 0x2A], .tiff),
        ([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0], .tiff),
        ([0x1F, 0x8B, 0x08, 0], .svg),
        ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jp2),
        ([0xFF, 0x4F, 0xFF, 0x51], .jp2),
        (ascii("8BPS"), .psd),
        (ascii("%PDF-1.7"), .pdf),
        ([0xEF, 0xBB, 0xBF] + ascii("%PDF-1.4"), .pdf),
        (ascii("\r\n\r\n%PDF-1.4"), .pdf),
        (ascii("BM", 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0), .bmp),
        ([0, 0, 1, 0, 1, 0, 16, 16], .ico),
        ([0, 0, 2, 0, 2, 0], .ico),
        ([], .empty),
    ]

    @Test(arguments: signatures)
    func signaturesAreKnown(bytes: [UInt8], type: ImageType) {
        #expect(ImageType.sniff(Data(bytes)) == type)
        #expect(ImageType.sniff((Data([7]) + Data(bytes)).dropFirst()) == type)
    }

    static let others: [[UInt8]] = [
        media("isom", "mp42"), media("qt  "), [0, 0, 0, 8] + ascii("ftyp"), [0, 0, 2, 0, 0, 0, 0, 0],
        [0, 0, 0, 0], [0xFF, 0xD8], ascii("RIFF....WAVE"), ascii("\u{7F}ELF", 2, 1, 1, 0),
        ascii("BM", 0, 1, 2),
    ]

    @Test(arguments: others)
    func otherBinariesAreNotTakenForPictures(bytes: [UInt8]) {
        let type = ImageType.sniff(Data(bytes))
        #expect(type == nil || type == .text)
    }

    @Test func brandsBehindTheirBoxDoNotCount() {
        var bytes = Self.media("isom", "mp42")
        bytes += Array("avif".utf8)
        #expect(ImageType.sniff(Data(bytes)) == nil)
    }

    @Test(arguments: [
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", ImageType.svg), ("\u{FEFF}<svg/>", .svg),
        (" \n\t<svg>", .svg),
        ("<?xml version='1.0'?>\r\n<svg width='1'>", .svg), ("<!-- by hand -->\n<svg >", .svg),
        ("<svg:svg xmlns:svg='http://www.w3.org/2000/svg'>", .svg),
        ("<!DOCTYPE svg PUBLIC '-//W3C' 'x'><svg>", .svg),
        ("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY ns 'a>b'> <!ENTITY b 'c'>]><svg>", .svg),
        ("<?xml version='1.0'?><!--\(String(repeating: "licence ", count: 1000))--><svg>", .svg),
        ("<!DOCTYPE html><html><svg></svg></html>", .html), ("<HTML><BODY>", .html),
        ("\n<!doctype HTML>", .html),
        ("<!-- cached --><html><body><svg></svg>", .html), ("<h1>Not Found</h1>", .html),
        ("<p>gone<p>", .html),
        ("<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0'><html><svg/></html>", .html),
        ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><svg/></html>", .html),
        ("<?xml version='1.0'?><Error><Code>AccessDenied</Code><svg/></Error>", .xml),
        ("<rss version='2.0'>", .xml),
        ("<Error><Code>NoSuchKey</Code></Error>", .xml), ("<svgs/>", .xml),
        ("<x:xmpmeta><svg/></x:xmpmeta>", .xml), ("{\"error\": \"<svg>\"}", .json), ("[1, 2]", .json),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:", .text), ("not a picture", .text),
        ("<", .text),
        ("<!-- only a comment -->", .text), ("<!-- never closed", .text), ("   \n", .text),
        ("< 5 is <svg>", .text),
    ])
    func ofTextTheRootElementDecides(text: String, type: ImageType) {
        #expect(ImageType.sniff(Data(text.utf8)) == type)
    }

    @Test func drawingsInUTF16AreKnown() {
        let text = "<?xml version='1.0' encoding='UTF-16'?><svg id='é'/>"
        let units = Array(text.utf16)
        var little: [UInt8] = [0xFF, 0xFE]
        var big: [UInt8] = [0xFE, 0xFF]
        for unit in units {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            little += [low, high]
            big += [high, low]
        }
        #expect(ImageType.sniff(Data(little)) == .svg)
        #expect(ImageType.sniff(Data(big)) == .svg)
        #expect(ImageType.sniff(Data([0xFF, 0xFE, 0x3C])) == .text)
    }

    @Test func latin1IsText() {
        #expect(ImageType.sniff(Data([0x4B, 0xF6, 0x6C, 0x6E])) == .text)
        #expect(ImageType.sniff(Data([0x41, 0x42, 0x00, 0x43])) == nil)
    }

    @Test func anUnterminatedCommentIsScannedOnce() {
        #expect(ImageType.sniff(Data("<!--".utf8) + Data(repeating: 0x2D, count: 1 << 20)) == .xml)
    }

    @Test func everyTypeHasAName() {
        #expect(ImageType.supported.allSatisfy { $0.isSupported })
        #expect(
            ImageType.allCases.filter { !$0.isSupported } == [
                .ico, .psd, .html, .xml, .json, .text, .empty,
            ])
        #expect(Set(ImageType.allCases.map(\.name)).count == ImageType.allCases.count)
    }
}
