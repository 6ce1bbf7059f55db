import Alcedo
import AlcedoManifest
import Foundation
import Testing

/// Placeholders from the manifest to the index.
@Suite(.timeLimit(.minutes(60))) struct PlaceholderTests {
    func manifest(_ placeholders: String) -> String { "placeholders: \(placeholders)\n" + TestSite.usual }

    @Test func eachIsInTheIndexInItsForm() async throws {
        let site = try TestSite(
            manifest("[dominant-color, average-color, palette, blurhash, thumbhash]"), pictures: [])
        // Three parts red, one part green, and so small that nothing is resampled.
        let picture = PlainPNG(width: 28, height: 20) { x, _ in x < 21 ? [200, 30, 40] : [20, 150, 60] }
        try site.put(picture.data, "photos/a.png")
        try await site.build()
        let placeholders = try #require(try site.index().images.values.first?.placeholders)
        #expect(placeholders.dominantColor == "#c81e28")
        #expect(placeholders.palette == ["#c81e28", "#14963c"])
        // Light 0.5776 × 3/4 + 0.0070 × 1/4 = 0.4349, which is sample 176; 0.0130 and 0.3050: 83; 0.0212 and 0.0452:
        // 46.
        #expect(placeholders.averageColor == "#b0532e")
        // 4 × 3 components: the digit 3 + 2 × 9 of the alphabet, which is L, and 28 digits.
        #expect(placeholders.blurhash?.first == "L" && placeholders.blurhash?.count == 28)
        let thumb = try #require(placeholders.thumbhash.flatMap { Data(base64Encoded: $0) })
        // Landscape, opaque.
        #expect(thumb[4] & 0x80 != 0 && thumb[2] & 0x80 == 0)
    }

    @Test func anotherListGivesOtherPlaceholdersAndOldOnesReturn() async throws {
        let site = try TestSite(manifest("[dominant-color]"))
        try await site.build()
        func kinds() throws -> [Set<String>] {
            try site.index().images.values.map { entry in
                guard let placeholders = entry.placeholders else { return [] }
                let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(placeholders))
                return Set(try #require(object as? [String: Any]).keys)
            }
        }
        let first = try site.bytes("out/index.json")
        #expect(try kinds() == Array(repeating: ["dominantColor"], count: 4))
        try site.write(manifest("[blurhash, palette, average-color]"))
        try await site.build()
        #expect(try kinds() == Array(repeating: ["averageColor", "blurhash", "palette"], count: 4))
        try site.write(TestSite.usual)
        try await site.build()
        #expect(try kinds() == Array(repeating: [], count: 4))
        try site.write(manifest("[dominant-color]"))
        try await site.build()
        #expect(try site.bytes("out/index.json") == first)
    }
}
