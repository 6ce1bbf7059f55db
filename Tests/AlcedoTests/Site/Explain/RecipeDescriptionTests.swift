import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// The record of a recipe uses the manifest's words, and shows what has changed.
@Suite struct RecipeDescriptionTests {
    func recipe(_ variants: String, _ rest: String = "") throws -> RecipeDescription {
        let manifest = try manifest("sources: []\nvariants:\n  v: \(variants)\n\(rest)")
        return RecipeDescription(
            manifest, variants: manifest.variants.map(\.name), engine: ContentDigest(hashing: "engine"))
    }

    static let cases: [(before: String, after: String, changes: [String])] = [
        ("{ width: 320 }", "{ width: 400 }", ["width 320 → 400"]),
        ("{ width: 320 }", "{ height: 320 }", ["height none → 320", "width 320 → none"]),
        ("{ widths: [1, 2] }", "{ widths: [1, 3] }", ["widths [1, 2] → [1, 3]"]),
        (
            "{ width: 9, densities: [1, 2] }", "{ width: 9, densities: [1.5] }",
            ["densities [1, 2] → [1.5]"]
        ),
        (
            "{ width: 9, quality: 70 }", "{ width: 9, quality: { webp: lossless } }",
            ["quality.jpeg 70 → 80", "quality.webp 70 → lossless"]
        ),
        ("{ width: 9, effort: { webp: 1 } }", "{ width: 9 }", ["effort.webp 1 → 4"]),
        ("{ width: 9 }", "{ width: 9, jpeg: { progressive: true } }", ["jpeg.progressive none → true"]),
        (
            "{ width: 9 }", "{ width: 9, jpeg: { chroma: 4:4:4 } }", ["jpeg.chroma 4:2:0 → 4:4:4"]
        ),
        (
            "{ width: 9, height: 9 }", "{ width: 9, height: 9, position: attention }",
            ["position center → attention"]
        ),
        (
            "{ width: 9, height: 9 }", "{ width: 9, height: 9, fit: contain, background: white }",
            ["fit cover → contain", "background none → #ffffff"]
        ),
        (
            "{ width: 9, aspect: 16:9 }", "{ width: 9, aspect: 2 }", ["aspect 16:9 → 2:1"]
        ),
        ("{ width: 9 }", "{ width: 9, process: [black-white] }", ["process none → [black-white]"]),
        (
            "{ width: 9, process: [blur: 2] }",
            "{ width: 9, process: [{ blur: { sigma: 3 } }, flip: horizontal] }",
            ["process [blur: { sigma: 2 }] → [blur: { sigma: 3 }, flip: { axis: horizontal }]"]
        ),
        ("{ width: 9, blur: 1 }", "{ width: 9, blur: 0.5 }", ["blur 1 → 0.5"]),
        (
            "{ width: 9, radius: 24 }", "{ width: 9, radius: 50%, corners: [top-left] }",
            [
                "radius 24 → 50%",
                "corners [top-left, top-right, bottom-right, bottom-left] → [top-left]",
            ]
        ),
        ("{ width: 9 }", "{ width: 9, formats: [webp] }", ["formats [webp, auto] → [webp]"]),
        (
            "{ width: 9 }", "{ width: 9, max-bytes: 9kB, min-quality: 40 }",
            ["max-bytes none → 9000", "min-quality none → 40"]
        ),
        (
            "{ width: 9 }", "{ width: 9, metadata: all, gps: keep }",
            ["metadata none → all", "gps none → keep"]
        ),
        (
            "{ width: 9 }", "{ width: 9, color: keep, animated: first, enlarge: true, drop-larger: false }",
            [
                "enlarge none → true", "drop-larger true → false", "color srgb → keep",
                "animated keep → first",
            ]
        ),
        (
            "{ width: 9 }", "{ width: 9, name: \"{name}.{ext}\" }",
            ["name {dir}/{name}-{variant}-{width}x{height}.{hash}.{ext} → {name}.{ext}"]
        ),
        ("{ widths: [9] }", "{ widths: [9], sizes: 50vw }", ["sizes none → 50vw"]),
        (
            "{ width: 9, formats: [webp] }", "{ width: 9, formats: [webp], inline: true }",
            ["inline none → true", "animated keep → first"]
        ),
    ]

    @Test(arguments: cases.indices) func changesAreNamedAsTheManifestHasThem(_ index: Int) throws {
        let (before, after, expected) = Self.cases[index]
        let old = try #require(try recipe(before).variant(named: "v")).parameters
        let new = try #require(try recipe(after).variant(named: "v")).parameters
        let changes = RecipeDescription.changes(from: old, to: new).map(\.description)
        // The settings of removed formats are removed as well.
        let rest = changes.filter { change in
            !(expected.first?.hasPrefix("formats") == true
                && (change.hasPrefix("quality.") || change.hasPrefix("effort.") || change.hasPrefix("jpeg.")))
        }
        // PNG and GIF may result from `auto`, and have their own qualities.
        #expect(
            Set(rest.filter { !$0.hasPrefix("quality.png") && !$0.hasPrefix("quality.gif") })
                == Set(expected))
    }

    @Test func anotherPictureUnderTheSameNameIsAChange() throws {
        let folder = try TemporaryFolder()
        var seen: Set<ContentDigest> = []
        for seed in 0..<2 {
            try PlainPNG(width: 4, height: 4, seed: seed).data.write(
                to: URL(fileURLWithPath: folder.path + "/mark.png"))
            try folder.write(
                "version: 1\noutput: out\nsources: []\nvariants: { v: { width: 9, process: [{ blend: { image: mark.png } }] } }\n",
                to: "images.yml")
            let (manifest, problems) = ManifestReader.read(
                path: folder.path + "/images.yml", environment: [:])
            let found = try #require(manifest, "\(problems)")
            seen.insert(
                RecipeDescription(found, variants: ["v"], engine: ContentDigest(hashing: "")).digest)
        }
        #expect(seen.count == 2)
    }

    @Test func everythingThatDecidesBytesIsDescribed() throws {
        let original = try #require(
            try manifest(
                "sources: []\nvariants:\n  v: { width: 100, height: 80, radius: 4, corners: [top-left] }\n"
            ).variants.first)
        // A manifest has a position, but not whether it was written; the fingerprint differs more often than necessary.
        let unsaid: Set = ["name", "a position that is written"]
        for (name, change) in PlanFingerprintTests.changes where !unsaid.contains(name) {
            var changed = original
            change(&changed)
            let changes = RecipeDescription.changes(
                from: original.parametersInWords, to: changed.parametersInWords)
            #expect(!changes.isEmpty, "\(name)")
        }
    }

    @Test func sourcesWithEqualRecipesShareOneDescription() throws {
        let manifest = try manifest("sources: []\nvariants: { a: { width: 1 }, b: { width: 2 } }\n")
        var book = RecipeBook(manifest, engine: ContentDigest(hashing: ""))
        let (one, two) = (book.recipe(for: ["a"]), book.recipe(for: ["a", "b"]))
        #expect(one != two)
        #expect(book.recipe(for: ["a"]) === one)
        let outcome = SourceOutcome(
            digest: ContentDigest(hashing: ""), bytes: 0,
            facts: FactsRecord(
                facts: ImageFacts(type: .png, width: 1, height: 1), metadata: Data(), warnings: []),
            placeholders: nil, variants: [])
        func ledger(_ recipe: RecipeDescription?) -> [UInt8] {
            let rows = (0..<1000).map { number in
                Ledger.Row(
                    String(number),
                    result: SourceRecord(outcome, fingerprint: ContentDigest(hashing: ""), recipe: recipe))
            }
            var writer = FieldWriter()
            Ledger(rows: rows).write(to: &writer)
            return writer.bytes
        }
        // A digest for each, and the description once.
        let size = ledger(two).count - ledger(nil).count
        #expect(size > 32_000 && size < 34_000)
        let read = try Ledger(FieldReader(ledger(two)), basis: nil)
        #expect(read.rows.allSatisfy { $0.result?.recipe == two })
    }

    @Test func aPartIsASettingOfItsSource() throws {
        var book = RecipeBook(
            try manifest("sources: []\nvariants: { a: { width: 9 } }\n"), engine: ContentDigest(hashing: ""))
        let recipes = [.page(1), .page(2), .moment(0.5), nil].map { book.recipe(for: ["a"], part: $0) }
        #expect(
            RecipeDescription.changes(from: recipes[0].settings, to: recipes[1].settings).map(\.description)
                == ["page 1 → 2"])
        #expect(
            RecipeDescription.changes(from: recipes[3].settings, to: recipes[2].settings).map(\.description)
                == ["video.at none → 0.5s"])
    }
}
