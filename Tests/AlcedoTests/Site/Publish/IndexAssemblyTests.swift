import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct IndexAssemblyTests {
    /// A finished source with invented files.
    func item(
        _ id: String, alt: AltTemplate? = nil, metadata: ImageMetadata = ImageMetadata(),
        origin: any SourceOrigin = FileOrigin(path: "/site/a.png", shown: "a.png"), stale: Bool = false,
        _ variants: [String: [SourceOutcome.File]]
    ) throws -> FinishedSources.Item {
        let source = ResolvedSource(
            id: id, origin: origin, variants: variants.keys.sorted(), alt: alt, focus: nil, media: [],
            onError: .fail,
            svg: .rasterize, order: 0, location: Diagnostic.Location(file: "images.yml", line: 1, column: 1),
            row: nil)
        let facts = FactsRecord(
            facts: ImageFacts(type: .png, width: 600, height: 400),
            metadata: try JSONEncoder().encode(metadata),
            warnings: [])
        let outcome = SourceOutcome(
            digest: ContentDigest(hashing: id), bytes: 99, facts: facts, placeholders: nil,
            variants: variants.sorted { $0.key < $1.key }.map {
                SourceOutcome.Variant(name: $0.key, files: $0.value)
            })
        return FinishedSources.Item(
            source: source, record: SourceRecord(outcome, fingerprint: ContentDigest(hashing: "")),
            origin: .provider, isStale: stale)
    }

    func file(
        _ text: String, _ width: Int, _ format: OutputFormat = .webp, density: Double? = nil,
        inline: Data? = nil
    ) -> SourceOutcome.File {
        let data = inline ?? Data(text.utf8)
        let record = VariantRecord(
            digest: ContentDigest(hashing: data), bytes: data.count, width: width, height: width / 2,
            frames: 1,
            format: format)
        return SourceOutcome.File(record: record, density: density, inline: inline)
    }

    func assembly(
        _ variants: String, baseURL: String = "https://cdn.example.org/i"
    ) throws -> IndexAssembly {
        IndexAssembly(
            manifest: try manifest(
                "base-url: \(baseURL)\nsources: []\nvariants:\n  v: \(variants)\n"))
    }

    @Test func formatsKeepTheirOrderAndFilesStandByWidth() throws {
        var assembly = try assembly("{ widths: [20, 40], sizes: 50vw }")
        try assembly.add(
            item(
                "p/a.png",
                ["v": [file("40", 40), file("20", 20), file("j40", 40, .jpeg), file("j20", 20, .jpeg)]]))
        let variant = try #require(assembly.images["p/a.png"]?.variants["v"])
        #expect(variant.formats.map(\.format) == ["webp", "jpeg"])
        #expect(variant.formats.map { $0.files.map(\.width) } == [[20, 40], [20, 40]])
        #expect(variant.formats.map(\.type) == ["image/webp", "image/jpeg"])
        #expect(variant.sizes == "50vw")
        // `printf 20 | sha256sum | cut -c1-10`
        let name = "p/a-v-20x10.f5ca38f748.webp"
        #expect(variant.formats[0].files[0].file == name)
        #expect(variant.formats[0].files[0].url == "https://cdn.example.org/i/" + name)
        #expect(variant.formats[0].srcset?.hasPrefix("https://cdn.example.org/i/\(name) 20w, ") == true)
        // The fallback is the last format's largest.
        #expect(variant.img?.src == variant.formats[1].files[1].url)
        #expect((variant.img?.width, variant.img?.height) == (40, 20))
        #expect(assembly.names.files.count == 4)
    }

    @Test func theFallbackOfALineIsAPixelHigh() throws {
        var assembly = try assembly("{ width: 1, densities: [3] }")
        try assembly.add(item("a.png", ["v": [file("1", 3, density: 3)]]))
        let variant = try #require(assembly.images["a.png"]?.variants["v"])
        // 3 × 1 device pixels; a third of a CSS pixel high would be none.
        #expect((variant.img?.width, variant.img?.height) == (1, 1))
    }

    @Test func theFallbackOfADensityHasCSSPixels() throws {
        var assembly = try assembly("{ width: 20, densities: [1, 1.5] }")
        try assembly.add(item("a.png", ["v": [file("1", 20, density: 1), file("2", 30, density: 1.5)]]))
        let variant = try #require(assembly.images["a.png"]?.variants["v"])
        #expect(variant.img?.src == variant.formats[0].files[1].url)
        #expect((variant.img?.width, variant.img?.height) == (20, 10))
        #expect(variant.formats[0].files.map(\.density) == [1, 1.5])
        #expect(variant.formats[0].srcset?.hasSuffix(" 1.5x") == true)
    }

    @Test func anInlinePictureIsInTheIndexAndNowhereElse() throws {
        var assembly = try assembly("{ width: 8, inline: true, formats: [webp] }")
        // The header of a lossless WebP of 8 × 4 pixels (RFC 9649, 3.4), by printf and base64.
        let text = "UklGRhIAAABXRUJQVlA4TAUAAAAvB8AAAAA="
        let data = try #require(Data(base64Encoded: text))
        try assembly.add(item("a.png", ["v": [file("", 8, inline: data)]]))
        let variant = try #require(assembly.images["a.png"]?.variants["v"])
        let entry = try #require(variant.formats.first?.files.first)
        #expect(entry.url == "data:image/webp;base64," + text)
        #expect((entry.file, entry.digest, entry.bytes) == (nil, nil, 26))
        #expect(variant.img == nil)
        #expect(assembly.names.files.isEmpty)
    }

    @Test func equalNamesNeedEqualBytes() throws {
        let text = "{ width: 20, name: \"{name}.{ext}\" }"
        var shared = try assembly(text)
        try shared.add(item("p/a.png", ["v": [file("same", 20)]]))
        try shared.add(item("q/a.png", ["v": [file("same", 20)]]))
        #expect(shared.names.files.map(\.name) == ["a.webp"])
        #expect(shared.entries.count == 2)

        for other in ["q/a.png", "q/A.png"] {
            var assembly = try assembly(text)
            try assembly.add(item("p/a.png", ["v": [file("one", 20)]]))
            let error = #expect(throws: SiteError.self) {
                try assembly.add(item(other, ["v": [file("other", 20)]]))
            }
            guard case .collision(let words) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(words.contains("p/a.png") && words.contains(other) && !words.contains("\n"))
            #expect(words.contains("{hash}") && words.contains("{dir}"))
            #expect(!words.contains("{variant}") && !words.contains("{width}"))
        }
        // On many file systems these are one file, and it has the right bytes for both.
        var cases = try assembly(text)
        try cases.add(item("p/a.png", ["v": [file("same", 20)]]))
        try cases.add(item("q/A.png", ["v": [file("same", 20)]]))
        #expect(cases.names.files.map(\.name) == ["a.webp", "A.webp"])
    }

    @Test func aSourceThatCollidesLeavesNoNameTaken() throws {
        var assembly = try assembly("{ widths: [20, 40], name: \"{dir}/{width}.{ext}\" }")
        try assembly.add(item("p/a.png", ["v": [file("one", 20)]]))
        // Its first file, and a folder for it, would be fine.
        let error = #expect(throws: SiteError.self) {
            try assembly.add(item("p/b.png", ["v": [file("two", 40), file("three", 20)]]))
        }
        #expect(
            error?.description.hasPrefix(
                "p/b.png and p/a.png (images.yml:1:1) would be written to 'p/20.webp' and are different")
                == true)
        #expect(assembly.names.files.map(\.name) == ["p/20.webp"])
        #expect(Set(assembly.entries.keys) == ["p/a.png"])
        try assembly.add(item("p/c.png", ["v": [file("four", 40)]]))
        #expect(assembly.names.files.map(\.source) == ["p/a.png", "p/c.png"])
        let own = #expect(throws: SiteError.self) {
            try assembly.add(item("q/a.png", ["v": [file("1", 20), file("2", 20)]]))
        }
        #expect(own?.description.hasPrefix("two of its pictures would be written to 'q/20.webp'") == true)
        // The folder 'q' of the given-up file may be a file.
        try assembly.add(item("q", ["v": [file("5", 40)]]))
    }

    @Test(arguments: ["data/images.webp", "data/IMAGES.webp"])
    func noFileHasTheNameOfTheIndex(_ indexName: String) throws {
        let manifest = try manifest(
            "sources: []\nvariants:\n  v: { width: 20, name: \"{dir}/{name}.{ext}\" }\n")
        for id in ["data/images.png", "data/images.webp/a.png"] {
            var assembly = IndexAssembly(manifest: manifest, indexName: indexName)
            let error = #expect(throws: SiteError.self) { try assembly.add(item(id, ["v": [file("1", 20)]])) }
            #expect(error?.description.contains("would replace the index") == true)
            try assembly.add(item("data/other.png", ["v": [file("1", 20)]]))
        }
    }

    @Test func noNameIsAFileAndAFolder() throws {
        for ids in [["p/a.png", "p/A.webp/b.png"], ["p/a.webp/x/b.png", "p/a.png"]] {
            var assembly = try assembly("{ width: 20, name: \"{dir}/{name}.{ext}\" }")
            try assembly.add(item(ids[0], ["v": [file("one", 20)]]))
            let error = #expect(throws: SiteError.self) {
                try assembly.add(item(ids[1], ["v": [file("two", 20)]]))
            }
            #expect(error?.description.contains("must be a folder for") == true)
        }
    }

    @Test func aKeptEntryTakesItsNamesToo() throws {
        let text = "{ width: 20, name: \"{name}.{ext}\" }"
        var first = try assembly(text)
        try first.add(item("p/a.png", ["v": [file("one", 20)]]))
        let entry = try #require(first.images["p/a.png"])
        var second = try assembly(text)
        try second.keep(entry, id: "p/a.png", isStale: true)
        #expect(second.images["p/a.png"]?.stale == true)
        #expect(
            second.names.files
                == first.names.files.map { file in
                    var file = file
                    file.content = .cached
                    return file
                })
        #expect(throws: SiteError.self) { try second.add(item("q/a.png", ["v": [file("two", 20)]])) }
    }

    @Test func aKeptEntryHasTheCurrentBaseURL() throws {
        let text = "{ widths: [20, 40], sizes: 50vw }\n  w: { width: 10, densities: [1, 2] }"
        let files = [
            "v": [file("one", 20), file("two", 40)],
            "w": [file("three", 10, density: 1), file("four", 20, density: 2)],
        ]
        var before = try assembly(text)
        try before.add(item("p/a.png", files))
        let entry = try #require(before.images["p/a.png"])
        var moved = try assembly(text, baseURL: "https://example.org/new")
        try moved.keep(entry, id: "p/a.png", isStale: false)
        var made = try assembly(text, baseURL: "https://example.org/new")
        try made.add(item("p/a.png", files))
        #expect(moved.images["p/a.png"] == made.images["p/a.png"])
        #expect(
            moved.images["p/a.png"]?.variants["v"]?.img?.src.hasPrefix("https://example.org/new/p/") == true)
    }

    @Test(arguments: ["none", "index", "keep"])
    func aPositionIsInTheIndexIfAVariantRequestsIt(gps: String) throws {
        var metadata = ImageMetadata()
        metadata.position = ImageMetadata.Position(latitude: 51.5, longitude: -0.1, altitude: 12)
        (metadata.location, metadata.city) = ("Soho", "London")
        (metadata.state, metadata.country) = ("England", "UK")
        func text(_ gps: String) -> String { "{ width: 20, gps: \(gps) }\n  w: { width: 10 }" }
        var assembly = try assembly(text(gps))
        try assembly.add(item("a", metadata: metadata, ["v": [file("1", 20)]]))
        try assembly.add(item("b", metadata: metadata, ["w": [file("2", 20)]]))
        let told = assembly.images["a"]?.meta?.gps
        let place = ImageIndex.Position(latitude: 51.5, longitude: -0.1, altitude: 12)
        #expect(told == (gps == "none" ? nil : place))
        #expect(assembly.images["b"]?.meta == nil)

        // An entry that is kept from another time tells it only while somebody asks.
        let old = try #require(assembly.images["a"])
        for (later, stays) in [("none", false), ("index", true)] {
            var next = try self.assembly(text(later))
            try next.keep(old, id: "a", isStale: true)
            #expect(next.images["a"]?.meta == (stays ? old.meta : nil))
        }
        // Or while one of its own variants asks.
        var next = try self.assembly(text("index"))
        try next.keep(old, id: "a", isStale: true, source: try item("a", ["w": []]).source)
        #expect(next.images["a"]?.meta == nil)
    }

    @Test func theSourceIsShownWithoutSecretsOrAbsolutePaths() throws {
        var metadata = ImageMetadata()
        metadata.description = "At the loom"
        metadata.fNumber = 4
        metadata.position = ImageMetadata.Position(latitude: 51.5, longitude: -0.1)
        let manifest = try manifest(
            """
            base-url: /i
            variants:
              v: { width: 20 }
            sources:
              - url: https://example.org/${DIR}/k.jpg?token=${TOKEN}
                id: k
                alt: "{meta.description}, f/{meta.fNumber}"
            """, environment: ["DIR": "sesame", "TOKEN": "sesame"])
        let source = try #require(SourceResolver(manifest).resolve().sources.first)
        var assembly = IndexAssembly(manifest: manifest)
        try assembly.add(
            item(
                "k", alt: source.alt, metadata: metadata, origin: source.origin, stale: true,
                ["v": [file("1", 20)]]))
        let entry = try #require(assembly.images["k"])
        #expect(entry.alt == "At the loom, f/4")
        #expect(entry.source.url == "https://example.org/${DIR}/k.jpg")
        #expect(entry.source.path == nil)
        #expect((entry.source.width, entry.source.height, entry.source.bytes) == (600, 400, 99))
        #expect(entry.meta?.description == "At the loom")
        #expect(entry.stale == true)
        let text = String(
            decoding: Array(assembly.index(order: ["k"], rows: [], keeping: nil).joined()), as: UTF8.self)
        #expect(!text.contains("sesame"))
        #expect(!text.contains("gps") && !text.contains("51.5"))
        var local = IndexAssembly(manifest: manifest)
        try local.add(item("a", ["v": [file("1", 20)]]))
        #expect(local.images["a"]?.source.path == "a.png")
        #expect(local.images["a"]?.source.url == nil)
        #expect(local.images["a"]?.meta == nil)
        #expect(local.images["a"]?.stale == nil)
    }
}

extension IndexAssembly {
    /// The entries as a reader of the index sees them.
    fileprivate var images: [String: ImageIndex.Entry] {
        (try? ImageIndex(data: Data(index(order: entries.keys.sorted(), rows: [], keeping: nil).joined())))?
            .images ?? [:]
    }
}
