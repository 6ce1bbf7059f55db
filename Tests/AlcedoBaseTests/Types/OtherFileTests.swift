import AlcedoBase
import Foundation
import Testing

/// First bytes from the specifications of the formats.
@Suite struct OtherFileTests {
    private static func ascii(_ text: String, _ rest: UInt8...) -> [UInt8] { Array(text.utf8) + rest }
    private static func name(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { OtherFile.name(of: $0) } }
    /// The header of a bitmap: its size, two more numbers, the place of the pixels, and the size of the second header.
    private static func bitmap(_ mark: String, hotspot: UInt8 = 0, second: UInt8) -> [UInt8] {
        ascii(mark, 32, 0, 0, 0, hotspot, 0, hotspot, 0, 26, 0, 0, 0, second, 0, 0, 0) + [
            1, 0, 1, 0, 1, 0, 24, 0,
        ]
    }

    static let files: [(bytes: [UInt8], name: String)] = [
        (ascii("P1\n# drawn\n2 2\n0 1\n1 0\n"), "PBM"), (ascii("P2 2 2 255\n1 2 3 4"), "PGM"),
        (ascii("P3\n1 1\n255\n1 2 3\n"), "PPM"), (ascii("P4\n8 1\n", 0xAA), "PBM"),
        (ascii("P5\n1 1\n255\n", 7), "PGM"), (ascii("P6\n# a\n# b\n1 1 255\n", 7, 8, 9), "PPM"),
        (ascii("P7\nWIDTH 1\nHEIGHT 1\n"), "PAM"), (ascii("PF\n1 1\n-1.0\n"), "PFM"),
        (ascii("Pf\n1 1\n-1.0\n"), "PFM"),
        (bitmap("CI", second: 12), "OS/2 icon"),
        (ascii("BA", 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) + bitmap("BM", second: 12), "OS/2 bitmap"),
        ([0, 0, 2, 0, 1, 0], "cursor"), ([0x49, 0x49, 0xBC, 0x01], "JPEG XR"),
        ([0x76, 0x2F, 0x31, 0x01, 2], "OpenEXR"),
        (ascii("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"), "Radiance"), (ascii("qoif"), "QOI"),
        (ascii("DDS |"), "DDS"),
        (ascii("%!PS-Adobe-3.0 EPSF-3.0\n"), "EPS"), ([0xC5, 0xD0, 0xD3, 0xC6], "EPS"),
        (ascii("icns"), "ICNS"),
        (ascii("#define a_width 8\n#define a_height 1\n"), "XBM"), (ascii("/* XPM */\nstatic"), "XPM"),
        (ascii("IIRO", 8, 0, 0, 0), "ORF"), (ascii("IIU", 0, 24, 0, 0, 0), "RW2"),
        (ascii("FUJIFILMCCD-RAW 0201"), "RAF"),
        (ascii("II", 26, 0, 0, 0) + ascii("HEAPCCDR"), "CRW"),
        ([0, 0, 0, 24] + ascii("ftypcrx "), "CR3"), ([0, 0, 0, 24] + ascii("ftypisom"), "video"),
        ([0, 0, 0, 20] + ascii("ftypqt  "), "QuickTime"), ([0, 0, 1, 0] + ascii("moov    "), "QuickTime"),
        ([0x1A, 0x45, 0xDF, 0xA3], "WebM"), (ascii("RIFF....AVI LIST"), "AVI"), (ascii("PK", 3, 4), "ZIP"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], "line endings"),
        ([UInt8](repeating: 0, count: 30) + ascii("TRUEVISION-XFILE.", 0), "TGA"),
    ]

    @Test(arguments: files)
    func filesAreCalledWhatTheyAre(bytes: [UInt8], name: String) throws {
        let found = try #require(Self.name(bytes))
        #expect(found.contains(name), "\(found)")
        // None of them counts as a decodable picture, and truncated ones do not stop the search.
        #expect(ImageType.sniff(Data(bytes))?.isSupported != true)
        for count in bytes.indices { _ = Self.name(Array(bytes.prefix(count))) }
    }

    @Test(
        arguments: [
            [], [0, 0, 0, 0], ascii("P5 is a processor"), ascii("P8\n1 1\n"), ascii("Pictures"),
            ascii("PF\nnone"),
            [0, 0, 2, 0, 0, 0, 0, 0], ascii("BM", 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0),
            ascii("#define a"),
            [0, 0, 0, 24] + ascii("ftypavif"),
        ] as [[UInt8]])
    func otherBytesHaveNoName(bytes: [UInt8]) {
        #expect(Self.name(bytes) == nil)
    }

    private static func placeholder(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBytes { OtherFile.placeholder($0) }
    }

    /// As in the specification of Git LFS.
    @Test func aPointerOfGitLFSIsCalledSo() {
        let text = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
        #expect(Self.placeholder(text)?.contains("git lfs pull") == true)
        #expect(ImageType.sniff(Data(text.utf8)) == .text)
    }

    @Test(arguments: ["../photos/lake.jpg", "lake 2.JPEG", "fjäll.webp", "C:/a/b.avif"])
    func aLinkThatIsTextIsCalledSo(path: String) {
        #expect(Self.placeholder(path)?.contains("('\(path)')") == true)
        #expect(ImageType.sniff(Data(path.utf8)) == .text)
        // A link ends without a line's end.
        #expect(Self.placeholder(path + "\n") == nil)
    }

    @Test(arguments: [
        "", "lake", "A sentence.", ".jpg", "https://example.org/lake.jpg", "<lake.svg", "{lake.json",
        "lake.\u{7}jpg",
    ])
    func otherTextIsNoPlaceholder(text: String) {
        #expect(Self.placeholder(text) == nil)
    }

    @Test(arguments: [12, 40, 108, 124] as [UInt8])
    func bitmapsWithAPlaceInTheirHeaderAreBitmaps(second: UInt8) {
        #expect(ImageType.sniff(Data(Self.bitmap("BM", hotspot: 3, second: second))) == .bmp)
    }

    // An array of bitmaps contains others; an endlessly nested array is not a known file.
    @Test func arraysWithinArraysHaveNoName() {
        let array = Self.ascii("BA") + [UInt8](repeating: 1, count: 12)
        #expect(Self.name(Array([[UInt8]](repeating: array, count: 100_000).joined())) == nil)
    }
}
