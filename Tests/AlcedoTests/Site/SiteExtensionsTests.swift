import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// What a program adds to its sites: processors, providers, serializers, and hooks of the loader.
@Suite(.timeLimit(.minutes(60))) struct SiteExtensionsTests {
    /// Sets every sample to one value.
    private struct Plain: ImageProcessor {
        var value: Int
        var version = 1
        var identifier: String { "org.example.plain\(version)?value=\(value)" }
        func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            let image = try image.toSRGB()
            let bytes = Data(repeating: UInt8(value), count: image.size.width * image.size.height * 3)
            return try PixelImage(pixels: bytes, size: image.size, layout: .rgb8)
        }
    }

    /// The samples as they are, after their size.
    private struct Raw: CacheSerializer {
        var version = 1
        var identifier: String { "org.example.raw\(version)" }
        var format: OutputFormat {
            .custom(CustomFormat("raw", fileExtension: "rgb", mediaType: "image/x-raw"))
        }
        func data(with image: PixelImage, context: SerializationContext) throws -> Data {
            let image = try image.toSRGB()
            return Data([UInt8(image.size.width), UInt8(image.size.height), UInt8(version)])
                + (try image.pixels())
        }
    }

    private struct Drawn: ImageDataProvider {
        var side: Int
        var address: URL?
        var cacheKey: String { "drawn/\(side)" }
        var contentURL: URL? { address }
        func data() async throws -> Data {
            guard side < 100 else { throw LoadingError.dataURI(.empty) }
            return PlainPNG(width: side, height: side, seed: side).data
        }
    }

    private static func extensions(plain: Int = 1, raw: Int = 1) -> SiteExtensions {
        SiteExtensions(
            processors: [
                "plain": { Plain(value: try $0.integer("value", in: 0...255, default: 9), version: plain) }
            ],
            providers: [
                "drawn": {
                    Drawn(
                        side: try $0.integer("side", in: 1...200),
                        address: $0.contains("at") ? URL(string: try $0.text("at")) : nil)
                }
            ],
            serializers: ["raw": Raw(version: raw)])
    }

    private static let manifest = """
        version: 1
        output: out
        base-url: /img
        variants:
          v: { width: 20, formats: [raw, png], process: [plain: 7], drop-larger: false }
        sources:
          - { path: photos/a.png, alt: A }
          - { provider: drawn, side: 30, id: drawn, at: "https://me:secret@example.org/d.png?key=secret" }
          - { provider: drawn, side: 40 }
        """

    private func site() throws -> TestSite { try TestSite(Self.manifest, pictures: ["a"]) }

    private func build(
        _ site: TestSite, _ extensions: SiteExtensions = extensions(), worker: String? = nil
    ) async throws -> BuildReport {
        var options = site.options
        options.worker = worker.map { WorkerExecutable(path: $0) }
        return try await SiteBuilder(options: options, extensions: extensions, environment: [:]).build()
    }

    @Test func aManifestNamesThem() async throws {
        let site = try site()
        let report = try await build(site)
        #expect(report.failures.map(\.description) == [])
        #expect((report.sources, report.made) == (3, 6))
        let index = try site.index()
        #expect(index.images.keys.sorted() == ["drawn", "drawn/40", "photos/a.png"])
        // 20 × 14 pixels of three samples, each of them 7, after three bytes of Raw.
        let formats = try #require(index["photos/a.png"]?.variants["v"]?.formats)
        #expect(formats.map(\.format) == ["raw", "png"])
        #expect(formats.map(\.type) == ["image/x-raw", "image/png"])
        let file = try #require(formats[0].files.first?.file)
        #expect(file.hasSuffix(".rgb"))
        #expect(
            try site.bytes("out/" + file) == Data([20, 13, 1]) + Data(repeating: 7, count: 20 * 13 * 3))
        // Neither user nor query.
        #expect(index["drawn"]?.source.url == "https://example.org/d.png")
        #expect(index["drawn/40"]?.source.url == nil)
        try site.expectConsistent()
        let html = try index.picture("photos/a.png", "v")
        #expect(html.contains("type=\"image/x-raw\"") && html.contains("<img src=\"/img/photos/a-v-"))
    }

    @Test func equalOnesAreFoundAgainAndOthersAreNot() async throws {
        let site = try site()
        _ = try await build(site)
        try await settled(site)
        #expect(try await build(site).wroteNothing)
        // A new processor remakes all files, a new serializer only its own.
        #expect(try await build(site, Self.extensions(plain: 2)).made == 6)
        #expect(try await build(site, Self.extensions(plain: 2, raw: 2)).made == 3)
        // Those of the first build are still in the cache.
        let report = try await build(site)
        #expect((report.made, report.cached) == (0, 6))
    }

    private func settled(_ site: TestSite) async throws {
        for _ in 0..<50 where try await !build(site).wroteNothing {}
    }

    @Test func aPlanKnowsThem() async throws {
        let site = try site()
        let builder = SiteBuilder(options: site.options, extensions: Self.extensions(), environment: [:])
        #expect(try await builder.plan().outputs.filter(\.hasWork).count == 6)
        _ = try await builder.build()
        #expect(try await builder.plan().outputs.filter(\.hasWork).isEmpty)
        let changed = SiteBuilder(
            options: site.options, extensions: Self.extensions(raw: 2), environment: [:])
        #expect(try await changed.plan().outputs.filter { $0.action == .make }.count == 3)
    }

    @Test func workersLeaveThemToThisProcess() async throws {
        var place = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 where !FileManager.default.isExecutableFile(atPath: place.path + "/alcedo") {
            place.deleteLastPathComponent()
        }
        let (here, there) = (try site(), try site())
        _ = try await build(here)
        let report = try await build(there, worker: place.path + "/alcedo")
        #expect(report.failures.map(\.description) == [])
        #expect(try here.files() == there.files())
    }

    @Test func anErrorOfAProviderFailsItsSource() async throws {
        let site = try TestSite(
            Self.manifest.replacing("side: 40", with: "side: 140"), pictures: ["a"])
        let report = try await build(site)
        #expect(!report.isPublished)
        #expect(report.failures.map(\.source) == ["drawn/140"])
        #expect(report.failures.map(\.location.line) == [9])
    }

    // MARK: - Mistakes

    static let mistakes: [(manifest: String, line: Int, column: Int, words: String)] = [
        ("process: [plian: 7]", 5, 38, "unknown processor 'plian'; did you mean 'plain'?"),
        (
            "process: [plain: 300]", 5, 45,
            "'value' in processor 'plain' must be a whole number from 0 to 255, not 300"
        ),
        (
            "process: [plain: { vlaue: 7 }]", 5, 47,
            "unknown key 'vlaue' in processor 'plain'; did you mean 'value'?"
        ),
        ("formats: [rwa]", 5, 38, "did you mean 'raw'?"),
        ("provider: darwn, side: 4", 7, 17, "unknown provider 'darwn'; did you mean 'drawn'?"),
        ("provider: drawn", 7, 5, "provider 'drawn' needs 'side'"),
        ("provider: drawn, sdie: 4", 7, 24, "unknown key 'sdie' in provider 'drawn'; did you mean 'side'?"),
        ("provider: drawn, side: 4, foo: 4", 7, 33, "unknown key 'foo' in this source"),
        ("provider: drawn, path: a.png", 7, 33, "received 'path' and 'provider'"),
        ("provider: drawn, side: x", 7, 30, "'side' in provider 'drawn' must be a whole number"),
        ("provider: drawn, side: 4, optional: true", 7, 33, "has no effect here"),
    ]

    @Test(arguments: mistakes.indices) func mistakesHaveTheirPlace(_ number: Int) throws {
        let mistake = Self.mistakes[number]
        let isSource = mistake.manifest.hasPrefix("provider")
        let text = """
            version: 1
            output: out
            base-url: /img
            variants:
              v: { width: 20, formats: [png], \(isSource ? "" : mistake.manifest) }
            sources:
              - { \(isSource ? mistake.manifest : "provider: drawn, side: 4") }
            """.replacing(
                mistake.manifest.hasPrefix("formats") ? "formats: [png], " : "\0", with: "                ")
        let found = ManifestReader.read(
            Data(text.utf8), path: "images.yml", directory: "/site", environment: [:],
            extensions: Self.extensions()
        ).diagnostics
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.message.contains(mistake.words) == true, "\(found)")
        #expect(found.first?.location?.line == mistake.line, "\(found)")
    }

    @Test func theCommandHasNoProviders() throws {
        let found = readManifest(preamble + "sources: [{ provider: my-cms, page: 4 }]\n").diagnostics
        #expect(
            found.map(\.message) == [
                "unknown provider 'my-cms'; only a program that adds providers to 'SiteBuilder' can build it"
            ])
    }

    @Test func namesThatAreTakenAreRefused() throws {
        struct Bad: CacheSerializer {
            var format: OutputFormat
            var identifier: String { "bad" }
            func data(with image: PixelImage, context: SerializationContext) throws -> Data { Data() }
        }
        func bad(_ format: CustomFormat) -> Bad { Bad(format: .custom(format)) }
        let extensions = SiteExtensions(
            processors: ["blur": { _ in Plain(value: 0) }],
            serializers: [
                "a": bad(CustomFormat("webp", mediaType: "image/x")),
                "b": bad(CustomFormat("B", mediaType: "image/x")),
                "c": bad(CustomFormat("c", fileExtension: "../c", mediaType: "image/x")),
                "d": bad(CustomFormat("d", mediaType: "image/x\" onerror=\"")),
                "webp": Bad(format: .jpeg),
            ])
        let text = preamble + "sources: [{ path: a.png }]\nvariants: { v: { width: 4 } }\n"
        let lines = ManifestReader.read(
            Data(text.utf8), path: "images.yml", directory: "/site", environment: [:],
            extensions: extensions
        ).diagnostics.map(\.description)
        #expect(
            lines == [
                "error: the processor 'blur' of this program has the name of a built-in one",
                "error: the format of the serializer 'a' has the name 'webp', which is taken",
                "error: the format of the serializer 'b' has the name 'B'; expected lowercase letters, digits and '-'",
                "error: the format of the serializer 'c' has the extension '../c'; expected letters and digits",
                "error: the format of the serializer 'd' has the media type 'image/x\" onerror=\"'; expected one such as 'image/qoi'",
                "error: the serializer 'webp' of this program has the name of a built-in format",
            ])
    }

    // MARK: - Hooks

    /// Adds a token to every request.
    private struct Token: RequestModifier {
        let token: String
        func modified(_ request: DownloadRequest) async throws -> DownloadRequest? {
            var request = request
            request.setValue(token, forHTTPHeaderField: "X-Token")
            return request
        }
    }

    private struct Patience: RetryStrategy {
        func decision(for context: RetryContext) async -> RetryDecision {
            context.retriedCount < 2 ? .retry(after: .zero) : .stop
        }
    }

    private struct Credit: ResponseChecker {
        func check(_ response: DownloadResponse, body: Data) async throws {
            if response.value(forHTTPHeaderField: "X-Credit") == nil {
                throw ResponseRefusal("it has no X-Credit")
            }
        }
    }

    @Test func hooksAreCalledAndLeaveNoTrace() async throws {
        let secret = "hunter2-hunter2"
        let picture = PinnedSite.pictures[0]
        let site = try PinnedSite([
            "/a": [.status(500), .status(500), .ok(picture, ["X-Credit": "Ada"])],
            "/b": [.ok(picture)],
        ])
        try site.write(["{ url: SERVER/a, id: a }", "{ url: SERVER/b, id: b, on-error: skip }"])
        let extensions = SiteExtensions(
            requestModifier: Token(token: secret), responseChecker: Credit(), retryStrategy: Patience())
        let report = try await build(site.site, extensions)
        #expect(report.isPublished)
        #expect(report.failures.map(\.source) == ["b"])
        #expect(report.failures.first?.reason.contains("it has no X-Credit") == true)
        // The manifest has no retries; the strategy has two.
        #expect(site.asked.filter { $0 == "/a" }.count == 3)
        #expect(site.server.requests.allSatisfy { $0.headers["x-token"] == secret })
        for (name, data) in try site.site.files("") where data.range(of: Data(secret.utf8)) != nil {
            Issue.record("the token is in \(name)")
        }
        // Nothing of it is part of a key: the same build without hooks is served from the cache.
        let again = try await build(site.site, SiteExtensions())
        #expect(again.made == 0)
    }
}
