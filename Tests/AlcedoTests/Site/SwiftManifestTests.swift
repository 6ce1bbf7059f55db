import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A site that is declared in Swift.
@Suite(.timeLimit(.minutes(60))) struct SwiftManifestTests {
    private struct Drawn: ImageDataProvider {
        var side: Int
        var cacheKey: String { "drawn/\(side)" }
        func data() async throws -> Data { PlainPNG(width: side, height: side, seed: side).data }
    }

    private struct Negative: ImageProcessor {
        var identifier: String { "org.example.negative" }
        func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            let image = try image.toSRGB()
            return try PixelImage(
                pixels: Data(try image.pixels().map { 255 - $0 }), size: image.size, layout: .rgb8)
        }
    }

    @Test func itMakesWhatTheFileMakes() async throws {
        let site = try TestSite(
            """
            version: 1
            output: out
            base-url: /img
            placeholders: [dominant-color, thumbhash]
            variants:
              small: { widths: [20, 30], sizes: 50vw, quality: { webp: 70 } }
              square: { width: 16, height: 16, position: attention, process: [blur: 1], formats: [png] }
              wide: { aspect: 2:1, widths: [8, 16], formats: [png], media: { "(hover)": square } }
              lqip: { width: 8, inline: true, formats: [webp], blur: 1 }
            sources:
              - { path: "photos/*.png", exclude: photos/d.png, alt: "{meta.title}", variants: [small, lqip] }
              - { path: photos/d.png, id: d, focus: 20% 80%, aspect: { wide: 3:2 }, media: { "(hover)": photos/a.png, "(grid)": { small: wide } } }
            """)
        #expect(try await site.build().isPublished)
        let manifest = try Manifest(
            directory: site.folder.path, output: "out2", baseURL: "/img",
            variants: [
                Variant("small", widths: [20, 30], quality: [.webp: .lossy(70)], sizes: "50vw"),
                Variant(
                    "square", width: 16, height: 16, position: .attention, process: [.blur(sigma: 1)],
                    formats: [.format(.png)]),
                Variant(
                    "wide", widths: [8, 16], aspect: PixelSize(width: 2, height: 1), formats: [.format(.png)],
                    media: ["(hover)": "square"]),
                Variant("lqip", width: 8, blur: 1, formats: [.format(.webp)], isInline: true),
            ],
            placeholders: [.dominantColor, .thumbhash],
            sources: [
                SourceEntry(
                    .path("photos/*.png", exclude: ["photos/d.png"]), variants: ["small", "lqip"],
                    alt: "{meta.title}"),
                SourceEntry(
                    .path("photos/d.png"), id: "d", focus: FocalPoint(x: 0.2, y: 0.8),
                    aspects: ["wide": PixelSize(width: 3, height: 2)], media: ["(hover)": "photos/a.png"],
                    alternatives: ["small": [.init(condition: "(grid)", variant: "wide")]]),
            ])
        let report = try await SiteBuilder(
            manifest: manifest, options: BuildOptions(inProcess: .threads), environment: [:]
        ).build()
        #expect(report.failures.map(\.description) == [])
        #expect(report.isPublished)
        let (file, swift) = (try site.files("out"), try site.files("out2"))
        #expect(file.keys.sorted() == swift.keys.sorted())
        #expect(file == swift)
        // The second time there is nothing to do, whichever says it.
        #expect(report.made == 0)
    }

    @Test func providersAndProcessorsAreValues() async throws {
        let site = try TestSite("", pictures: [])
        let manifest = try Manifest(
            directory: site.folder.path, output: "out",
            variants: [Variant("v", width: 10, process: [Negative()], formats: [.format(.png)])],
            sources: [
                SourceEntry(.provider(Drawn(side: 20))), SourceEntry(.provider(Drawn(side: 30)), id: "b"),
                SourceEntry(
                    .data(
                        "data:image/png;base64,"
                            + PlainPNG(width: 9, height: 9, seed: 1).data.base64EncodedString()), id: "c"),
            ])
        let report = try await SiteBuilder(
            manifest: manifest, options: BuildOptions(inProcess: .threads), environment: [:]
        ).build()
        #expect(report.failures.map(\.description) == [])
        #expect(try site.index().images.keys.sorted() == ["b", "c", "drawn/20"])
        #expect(
            try await SiteBuilder(
                manifest: manifest, options: BuildOptions(inProcess: .threads), environment: [:]
            ).build().made == 0)
    }

    // MARK: - Mistakes

    private func lines(_ variant: Variant, _ source: SourceEntry? = nil) throws -> [String] {
        let manifest = Manifest(
            directory: "/site", output: "out", variants: [variant],
            sources: [try source ?? SourceEntry(.path("a.png"))])
        return manifest.checked(environment: [:], SiteExtensions()).diagnostics.map(\.description)
    }

    @Test func aVariantIsCheckedByTheRulesOfAFile() throws {
        #expect(try lines(Variant("v", width: 320)) == [])
        #expect(
            try lines(Variant("v", width: 320, widths: [320])) == [
                "variant 'v': error: variant 'v' has 'width' and 'widths'; keep one of them"
            ])
        #expect(
            try lines(Variant("v", width: 0)) == [
                "variant 'v': error: 'width' in variant 'v' must be a whole number from 1 to 65535, not 0"
            ])
        #expect(
            try lines(Variant("v", width: 9, quality: [.webp: .lossy(101)])).first?.contains(
                "or visually-lossless, not 101") == true)
        #expect(
            try lines(Variant("v", width: 9, quality: [.webp: .target(QualityTarget(96))])).first?.contains(
                "must be a whole number from 10 to 95, auto") == true)
        #expect(
            try lines(Variant("v", width: 9, quality: [.webp: .target(QualityTarget(75, min: 30, max: 90))]))
                == [])
        #expect(
            try lines(Variant("v", width: 9, fit: .cover)).first
                == "variant 'v': error: 'fit: cover' in variant 'v' needs a width and a height")
        #expect(try lines(Variant("v", width: 9, blur: 251)).count == 1)
        #expect(try lines(Variant("v", width: 9, corners: [.topLeft])).count == 1)
        #expect(try lines(Variant("a/b", width: 9)).first?.contains("cannot be part of a file name") == true)
        #expect(
            try lines(Variant("v", width: 9, effort: [.webp: 7])).first?.contains("from 0 to 6") == true)
    }

    @Test func aSourceIsCheckedByTheRulesOfAFile() throws {
        func lines(_ source: SourceEntry) throws -> [String] {
            try self.lines(Variant("v", width: 9), source)
        }
        #expect(
            try lines(SourceEntry(.url("http://example.org/a.png"))) == [
                "source 'http://example.org/a.png': error: 'url' in this source is plain http; use https, or add its host to 'allow' in 'network'"
            ])
        #expect(
            try lines(SourceEntry(.data("data:,x"))).first?.contains("missing key 'id'") == true)
        #expect(
            try lines(SourceEntry(.path("a.png"), variants: ["w"])).first?.hasPrefix(
                "source 'a.png': error: unknown variant 'w' in 'variants' in this source; ") == true)
        #expect(
            try lines(SourceEntry(.path("*.png"), id: "a")).first?.hasPrefix(
                "source 'a': error: 'id' names one picture") == true)
        #expect(
            try lines(SourceEntry(.url("https://example.org/a.png", headers: ["Host": "x"]))).first?
                .contains("the header 'Host' is set by the loader") == true)
        // A secret is in no line.
        let secret = try lines(
            SourceEntry(
                .url(
                    SecretText(written: "https://example.org/${KEY}", revealed: "http://example.org/hunter2"))
            ))
        #expect(secret.count > 0 && !secret.contains { $0.contains("hunter2") })
    }

    @Test func theWholeIsCheckedByTheRulesOfAFile() throws {
        func lines(_ manifest: Manifest, _ environment: [String: String] = [:]) -> [String] {
            manifest.checked(environment: environment, SiteExtensions()).diagnostics.map(\.description)
        }
        let (variant, source) = (Variant("v", width: 9), try SourceEntry(.provider(Drawn(side: 4))))
        #expect(
            lines(Manifest(directory: "/site", output: ".", variants: [variant], sources: [source])) == [
                "the manifest: error: 'output' is the manifest's own folder; give it a folder of its own, such as Public/images"
            ])
        #expect(
            lines(Manifest(directory: "/site", variants: [variant, variant], sources: [source])).count == 1)
        #expect(
            lines(Manifest(directory: "/site", variants: [variant], sources: [source, source])) == [
                "source 'drawn/4': error: duplicate id 'drawn/4'; another source has it"
            ])
        let network = Manifest.NetworkSettings(timeout: 0)
        #expect(
            lines(Manifest(directory: "/site", network: network, variants: [variant], sources: [source]))
                .first?.contains("must be a number above 0") == true)
        let read = Manifest(directory: "/site", output: "a/b", variants: [variant], sources: [source])
            .checked(environment: ["ALCEDO_CACHE_DIR": "/cache"], SiteExtensions()).manifest
        #expect(read?.baseURL == "/b")
        #expect(read?.index.absolute == "/site/a/b/index.json")
        #expect(read?.cache.absolute == "/cache")
    }

    @Test func rulesForPagesAreThoseOfAFile() throws {
        func read(_ html: KeyValuePairs<String, String>) throws -> (
            manifest: Manifest?, diagnostics: [Diagnostic]
        ) {
            try Manifest(
                directory: "/site", variants: [Variant("hero", width: 5)], html: html,
                sources: [SourceEntry(.path("photos/a.png"))]
            ).checked(environment: [:], SiteExtensions())
        }
        let rules = try read(["article img": "hero", ".x": "off"]).manifest?.html
        #expect(rules?.count == 2)
        #expect(rules?.first == Manifest.PageRule(selector: "article img", variant: "hero"))
        #expect(rules?.last == Manifest.PageRule(selector: ".x", variant: "off"))
        #expect(
            try read(["artcle img": "hero", "img": "herro", ".x": "Off"]).diagnostics.map(\.message).count
                == 3)
    }

    /// A property that is added and forgotten would otherwise not be checked, or not be named by a plan.
    @Test func everyPropertyOfAVariantIsWrittenDownAndNamed() throws {
        let original = try PlanFingerprintTests().variant()
        func text(_ node: YAMLNode) -> String {
            switch node.content {
            case .scalar(let text, _, _): text
            case .sequence(let items): "[" + items.map(text).joined(separator: ",") + "]"
            case .mapping(let pairs):
                pairs.map { text($0.key) + ":" + text($0.value) }.joined(separator: ",")
            }
        }
        for (name, change) in PlanFingerprintTests.changes {
            var variant = original
            change(&variant)
            // A name is the key, steps are values, and a manifest that does not name a position has the center.
            if name != "name", name != "position", !name.hasPrefix("process") {
                #expect(text(variant.written) != text(original.written), "\(name) is not written")
            }
            if name != "name", name != "a position that is written" {
                #expect(variant.parametersInWords != original.parametersInWords, "no plan names \(name)")
            }
        }
    }
}
