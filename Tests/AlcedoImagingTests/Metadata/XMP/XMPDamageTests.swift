import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Packets come from untrusted files. Whatever they contain, reading must end soon.
@Suite struct XMPDamageTests {
    private func read(_ content: String) -> ImageMetadata { ImageMetadata(xmp: XMPTests.packet(content)) }

    @Test(arguments: [
        "<dc:title>&unknown;</dc:title>", "<dc:title>&#0;</dc:title>", "<dc:title>&#xD800;</dc:title>",
        "<dc:title>&#x110000;</dc:title>", "<dc:title>&#;</dc:title>", "<dc:title>&lt</dc:title>",
        "<dc:title>",
        "<dc:title></dc:rights>", "<other:title>x</other:title>", "<dc:title a=\"1\" a=\"2\">x</dc:title>",
        "<dc:title a=1>x</dc:title>", "<dc:title a=\"<\">x</dc:title>",
        "<dc:title a=\"1\"b=\"2\">x</dc:title>",
        "< dc:title>x</dc:title>", "<dc:title><!-- x</dc:title>", "<dc:title><![CDATA[x</dc:title>",
        "<!DOCTYPE x><dc:title>x</dc:title>",
    ])
    func malformedXMPIsIgnored(content: String) {
        #expect(read("<tiff:Make>M</tiff:Make>" + content) == ImageMetadata())
    }

    @Test func aDocumentTypeIsRefused() {
        let bomb = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\
            <!ENTITY c SYSTEM "file:///etc/passwd">]>
            """
        #expect(ImageMetadata(xmp: Data(bomb.utf8) + XMPTests.packet(XMPTests.everything)) == ImageMetadata())
    }

    @Test func invalidUTF8IsIgnored() {
        var packet = XMPTests.packet("<dc:title>Kingfisher</dc:title>")
        #expect(ImageMetadata(xmp: packet).title == "Kingfisher")
        if let place = packet.range(of: Data("King".utf8)) { packet[place.lowerBound] = 0xFF }
        #expect(ImageMetadata(xmp: packet) == ImageMetadata())
    }

    /// Each of these is slow or deep for a reader that is careless with it.
    enum Huge: String, CaseIterable {
        case depth, siblings, attributes, prefixes, references, comments, items, sections, brackets,
            ampersands
        case name, value, dashes, instructions, space

        var content: String {
            func title(_ text: String) -> String { "<dc:title>\(text)</dc:title>" }
            func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
            switch self {
            case .depth: return many("<a>", 1_000_000)
            case .siblings: return many("<a/>", 300_000)
            case .attributes: return "<a " + (0..<200_000).map { "b\($0)=\"\" " }.joined() + "/>"
            case .prefixes: return "<a " + (0..<200_000).map { "xmlns:b\($0)=\"c\" " }.joined() + "/>"
            case .references: return title(many("&lt;", 300_000))
            case .comments: return title(many("<!---->x", 150_000))
            case .items: return title("<rdf:Bag>\(many("<rdf:li>x</rdf:li>", 90_000))</rdf:Bag>")
            case .sections: return title(many("<![CDATA[]]>", 300_000))
            case .brackets: return many("<", 1_000_000)
            case .ampersands: return many("&", 1_000_000)
            case .name: return "<" + many("a", 1_000_000)
            case .value: return "<a b=\"" + many("a", 1_000_000)
            case .dashes: return "<!--" + many("-", 1_000_000)
            case .instructions: return many("<?", 1_000_000)
            case .space: return title(many(" ", 1_000_000) + "x")
            }
        }
    }

    @Test(.timeLimit(.minutes(60)), arguments: Huge.allCases)
    func hugePacketsAreReadToTheEnd(kind: Huge) {
        let found = read(kind.content)
        #expect((found.title ?? "").unicodeScalars.count <= 8000)
        if kind == .references { #expect(found.title == String(repeating: "<", count: 8000)) }
        if kind == .items { #expect(found.title == "x") }
    }

    @Test func aPacketAboveFourMegabytesIsNotRead() {
        let padding = String(repeating: " ", count: 4 << 20)
        #expect(read("<dc:title>x</dc:title>").title == "x")
        #expect(read("<dc:title>x</dc:title>" + padding) == ImageMetadata())
    }

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<4)
    func mutatedPacketsAreReadToTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = XMPTests.packet(XMPTests.everything)
        let marks = Array("<>/\"'&;:=![]-? \0".utf8)
        for _ in 0..<500 {
            var data = source
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<data.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: data[place] = .random(in: 0...255, using: &random)
                case 1: data[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
                default: data.removeSubrange(place..<min(data.count, place + 20))
                }
            }
            let found = ImageMetadata(xmp: data)
            #expect(found.position.map { abs($0.latitude) <= 90 } != false)
        }
    }

    @Test(.timeLimit(.minutes(60)))
    func packetsCutShortSayNothing() {
        let source = XMPTests.packet(XMPTests.everything)
        let end = source.range(of: Data("</x:xmpmeta>".utf8))?.upperBound ?? 0
        for count in stride(from: 0, to: end, by: 3) {
            #expect(ImageMetadata(xmp: source.prefix(count)) == ImageMetadata())
        }
        #expect(ImageMetadata(xmp: source.prefix(end)).title == "Kingfisher")
    }
}
