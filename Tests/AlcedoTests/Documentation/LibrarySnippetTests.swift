import Alcedo
import AlcedoImaging
import AlcedoManifest
import Foundation
import Testing

// The code of docs/library.md, so that it compiles and does what the page says. `Tests/Integration/15-documents`
// checks that the snippets of the page are here, line by line.

/// A chart, drawn on demand.
struct ChartProvider: ImageDataProvider {
    var values: [Int]

    var cacheKey: String { "chart \(values)" }

    func data() async throws -> Data {
        let bars = values.enumerated().map { column, value in
            "<rect x='\(column * 40)' y='\(200 - value)' width='32' height='\(value)' fill='#0b7a99'/>"
        }
        let size = "width='\(values.count * 40)' height='200'"
        return Data("<svg xmlns='http://www.w3.org/2000/svg' \(size)>\(bars.joined())</svg>".utf8)
    }
}

/// A white margin.
struct Passepartout: ImageProcessor {
    /// CSS pixels.
    var width: Int

    var identifier: String { "org.example.passepartout?width=\(width)" }

    func size(of size: PixelSize, density: Double) -> PixelSize {
        let margin = Int((Double(width) * density).rounded())
        return PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    }

    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let canvas = size(of: image.size, density: context.density)
        let corner = PixelPoint(
            x: (canvas.width - image.size.width) / 2, y: (canvas.height - image.size.height) / 2)
        return try image.embedded(
            in: canvas, at: corner, background: SRGBColor(red: 255, green: 255, blue: 255))
    }
}

/// Accepts only pictures with a credit.
struct CreditChecker: ResponseChecker {
    func check(_ response: DownloadResponse, body: Data) async throws {
        if response.value(forHTTPHeaderField: "X-Credit") == nil {
            throw ResponseRefusal("it has no X-Credit; ask the photographer")
        }
    }
}

/// PPM, the simplest of all formats.
struct PPMSerializer: CacheSerializer {
    var identifier: String { "org.example.ppm" }

    var format: OutputFormat {
        .custom(CustomFormat("ppm", mediaType: "image/x-portable-pixmap", holdsTransparency: false))
    }

    func data(with image: PixelImage, context: SerializationContext) throws -> Data {
        let image = try image.toSRGB()
        return Data("P6 \(image.size.width) \(image.size.height) 255 ".utf8) + (try image.pixels())
    }
}

struct LibrarySnippetTests {
    private let folder: TemporaryFolder
    private let pipeline: ImagePipeline

    init() throws {
        folder = try TemporaryFolder()
        pipeline = ImagePipeline(cacheDirectory: folder.path + "/cache", engine: .threads)
    }

    private func photograph(_ name: String, seed: Int) throws -> String {
        let path = folder.path + "/" + name
        try PlainPNG(width: 300, height: 200, seed: seed).data.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func oneVariantIsMadeThenTakenFromTheCache() async throws {
        let path = try photograph("kingfisher.png", seed: 1)

        let request = ImageRequest(
            geometry: ResizeGeometry(width: 120, height: 120, position: .attention),
            processors: [.blur(sigma: 0.5), .roundCorner(radius: .pixels(12))],
            encodings: [ImageEncoding(format: .format(.webp), quality: [.webp: .lossy(75)])])
        let image = try await pipeline.retrieve(.provider(FileImageDataProvider(path: path)), request)
        print("\(image.width) × \(image.height), \(image.data.count) bytes, \(image.origin)")

        #expect(image.origin == .provider)
        #expect(image.format == .webp && image.width == 120 && image.height == 120)
        // RIFF, a length, WEBP: the beginning of every such file.
        #expect(Array(image.data.prefix(4)) == Array("RIFF".utf8))
        #expect(Array(image.data[8..<12]) == Array("WEBP".utf8))

        let fromDisk = ImagePipeline(cacheDirectory: folder.path + "/cache", engine: .threads)
        let again = try await fromDisk.retrieve(.provider(FileImageDataProvider(path: path)), request)
        #expect(again.origin == .variant && again.data == image.data)
    }

    @Test func progressIsReportedAndOptionsAreFollowed() async throws {
        let source = Source.provider(
            FileImageDataProvider(path: try photograph("options.png", seed: 2)))
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 60), encodings: [ImageEncoding(format: .auto)])

        var options = RetrieveOptions()
        options.onlyFromCache = true
        do {
            _ = try await pipeline.retrieve(source, request, options: options)
        } catch let error as PipelineError {
            print("\(error.phase): \(error.reason)")
        }

        options.onlyFromCache = false
        let image = try await pipeline.retrieve(source, request, options: options) { progress in
            if case .loaded(let bytes) = progress { print("\(bytes) bytes") }
        }

        #expect(image.format == .jpeg && image.width == 60 && image.height == 40)
        options.onlyFromCache = true
        let narrower = ImageRequest(
            geometry: ResizeGeometry(width: 50), encodings: [ImageEncoding(format: .auto)])
        await #expect(throws: PipelineError.self, "this picture has not been made yet") {
            try await pipeline.retrieve(source, narrower, options: options)
        }
        let told = Collected<RetrieveProgress>()
        options = RetrieveOptions()
        options.forceRefresh = true
        _ = try await pipeline.retrieve(source, request, options: options) { told.add($0) }
        #expect(told.all.first == .loading && told.all.last == .finished(.provider))
    }

    @Test func aBatchReportsEachResult() async throws {
        let paths = [
            try photograph("a.png", seed: 3), folder.path + "/missing.png", try photograph("b.png", seed: 4),
        ]
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 30), encodings: [ImageEncoding(format: .format(.png))])
        _ = try await pipeline.retrieve(.provider(FileImageDataProvider(path: paths[0])), request)

        let items = paths.map { path in
            PrefetchItem(source: .provider(FileImageDataProvider(path: path)), request: request)
        }
        let result = await pipeline.prefetch(items) { skipped, failed, completed in
            print("\(skipped + failed + completed) of \(items.count)")
        }
        print("\(result.skipped.count) were there, \(result.completed.count) were made")
        for failure in result.failed {
            print("\(items[failure.index].source.cacheKey): \(failure.error)")
        }

        #expect(result.skipped == [0] && result.completed == [2] && result.failed.map(\.index) == [1])
    }

    @Test func picturesAreLoadedWithHooks() async throws {
        let loader = HTTPLoader(
            configuration: NetworkConfiguration(timeout: 10, retries: 1),
            retryStrategy: BackoffRetryStrategy(maxRetryCount: 1), responseChecker: CreditChecker())
        #expect(loader.configuration.retries == 1)

        let body = PlainPNG(width: 30, height: 20, seed: 1).data
        let server = try EvilServer(["/a.png": [.ok(body, ["X-Credit": "Ada"])], "/b.png": [.ok(body)]])
        let local = HTTPLoader(
            configuration: NetworkConfiguration(allow: ["127.0.0.1"]), responseChecker: CreditChecker())
        #expect(try await local.load(RemoteResource(url: server.url("/a.png"))).data == body)
        let error = await #expect(throws: LoadingError.self) {
            try await local.load(RemoteResource(url: server.url("/b.png")))
        }
        #expect(error?.description.hasSuffix("b.png: it has no X-Credit; ask the photographer") == true)
    }

    @Test func aCustomProviderAndProcessorAreUsed() async throws {
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 100), density: 2,
            processors: [Passepartout(width: 8)],
            encodings: [ImageEncoding(format: .format(.png))])
        let chart = Source.provider(ChartProvider(values: [90, 160, 40, 120]))
        let image = try await pipeline.retrieve(chart, request)

        // 160 × 200 pixels become 100 × 125, and 8 CSS pixels are 16 at this density, on each side.
        #expect(image.width == 132 && image.height == 157)
        let wider = ImageRequest(
            geometry: request.geometry, density: 2, processors: [Passepartout(width: 9)],
            encodings: request.encodings)
        let other = try await pipeline.retrieve(chart, wider)
        #expect(other.width == 136 && other.origin == .provider, "the identifier is part of the cache's key")
    }

    @Test func picturesAreMadeInProcessesOfTheirOwn() async throws {
        if CommandLine.arguments.dropFirst().first == "worker" { WorkerServer()?.run() }

        let cache = folder.path + "/isolated"
        let source = Source.provider(
            FileImageDataProvider(path: try photograph("isolated.png", seed: 6)))
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 90), encodings: [ImageEncoding(format: .format(.jpeg))])
        func picture(by tool: String) async throws -> RetrievedImage {
            let engine = WorkerEngine(
                executable: WorkerExecutable(path: tool), processes: Machine.cores,
                memory: MemoryBudget(bytes: Machine.memory / 2, maxPerJob: Machine.memory))
            let isolated = ImagePipeline(
                configuration: ImagePipeline.Configuration(
                    disk: DiskStore(directory: cache),
                    loader: HTTPLoader(configuration: NetworkConfiguration()), engine: engine,
                    jobs: Machine.cores))
            return try await isolated.retrieve(source, request)
        }

        // Only the named engine makes pixels.
        let error = await #expect(throws: PipelineError.self) { try await picture(by: "/nonexistent/alcedo") }
        #expect(error?.reason.contains("/nonexistent/alcedo") == true)
        // The tool is built beside the tests; on macOS these are in a bundle.
        var place = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 where !FileManager.default.isExecutableFile(atPath: place.path + "/alcedo") {
            place.deleteLastPathComponent()
        }
        let image = try await picture(by: place.path + "/alcedo")
        #expect(image.origin == .provider && image.width == 90 && image.height == 60)
        #expect(try await image.data == pipeline.retrieve(source, request).data)
    }

    @Test func aSiteIsBuiltAndItsIndexRead() async throws {
        _ = try photograph("kingfisher.png", seed: 5)
        try folder.write(
            """
            version: 1
            output: Public/images
            variants:
              hero: { widths: [100, 200], sizes: 100vw }
            sources:
              - path: kingfisher.png
                alt: A kingfisher & its "fish"
            """, to: "images.yml")
        let manifest = folder.path + "/images.yml"

        let options = BuildOptions(manifest: manifest, inProcess: .threads)
        let report = try await SiteBuilder(options: options).build { event in
            if case .failed(let failure) = event { print(failure) }
        }
        let index = try ImageIndex(contentsOf: report.index)
        for (id, image) in index.entries {
            print(id, try image.picture("hero", options: .first))
        }

        #expect(report.isComplete && report.made == 4)

        let plan = try await SiteBuilder(options: options).plan()
        for output in plan.outputs where output.hasWork {
            print(output.file ?? output.source, output.reasons)
        }

        #expect(plan.outputs.count == 4 && !plan.hasWork)
        let page = try index.image("kingfisher.png").picture("hero", options: .first)
        #expect(page.contains(#"alt="A kingfisher &amp; its &quot;fish&quot;""#))
        #expect(page.contains(" 100w, ") && page.contains(#" 200w" sizes="100vw""#))

        let html = try index.picture("kingfisher.png", "hero", sizes: "(min-width: 60em) 50vw, 100vw")
        let image = try index.image("kingfisher.png")
        let style = try "background-image:\(image.backgroundImage("hero", width: 100))"
        let head =
            try image.openGraph("hero", site: "https://example.org")
            + image.structuredData(
                "hero", site: "https://example.org", license: "https://example.org/license")

        #expect(html.contains(#"sizes="auto, (min-width: 60em) 50vw, 100vw""#))
        // Two formats, each in two densities.
        #expect(style.hasPrefix("background-image:image-set(url('") && style.split(separator: ",").count == 4)
        #expect(head.contains("og:image\" content=\"https://example.org/images/kingfisher-hero-200x133."))
        #expect(head.contains("\"license\": \"https://example.org/license\""))
    }

    @Test func anIndexInPartsIsRead() async throws {
        for number in 0..<3 { _ = try photograph(number == 0 ? "kingfisher.png" : "\(number).png", seed: 5) }
        try folder.write(
            """
            version: 1
            output: Public/images
            index: { split: 1 }
            variants:
              hero: { width: 100 }
            sources:
              - path: "*.png"
            """, to: "images.yml")
        let manifest = folder.path + "/images.yml"
        let options = BuildOptions(manifest: manifest, inProcess: .threads)
        let report = try await SiteBuilder(options: options).build()

        let parts = try ImageIndex.Parts(contentsOf: report.index)
        let index = try parts.index(of: ["kingfisher.png"])
        let names = try parts.orderedIDs()

        #expect(parts.parts.count == 3)
        #expect(index.order == ["kingfisher.png"])
        #expect(names == ["1.png", "2.png", "kingfisher.png"])
    }

    @Test func aSiteHasProcessorsProvidersAndFormatsOfItsProgram() async throws {
        try folder.write(
            """
            version: 1
            output: Public/charts
            variants:
              card: { width: 100, process: [passepartout: 4], formats: [ppm, png] }
            sources:
              - { provider: chart, values: [90, 160, 40], id: sales, alt: Sales }
            """, to: "images.yml")
        let manifest = folder.path + "/images.yml"

        let extensions = SiteExtensions(
            processors: [
                "passepartout": { Passepartout(width: try $0.integer("width", in: 1...100, default: 8)) }
            ],
            providers: ["chart": { ChartProvider(values: try $0.integers("values", in: 0...200)) }],
            serializers: ["ppm": PPMSerializer()],
            responseChecker: CreditChecker(), retryStrategy: BackoffRetryStrategy(maxRetryCount: 1))
        let options = BuildOptions(manifest: manifest, inProcess: .threads)
        let site = SiteBuilder(options: options, extensions: extensions)
        let report = try await site.build()

        #expect(report.isComplete)
        let files = try ImageIndex(contentsOf: report.index).image("sales").variants["card"]?.formats
        // The margin makes 108 of 100 pixels; PNG is smaller, and read wherever PPM is.
        #expect(files?.map(\.format) == ["png"] && files?[0].files.map(\.width) == [108])
    }

    @Test func aSiteIsDeclaredInSwift() async throws {
        try folder.write(to: "photos/a.png")
        _ = try photograph("photos/a.png", seed: 8)
        let folder = folder.path

        let manifest = Manifest(
            directory: folder, output: "Public/charts",
            variants: [
                Variant(
                    "card", width: 100, process: [Passepartout(width: 4)],
                    formats: [.custom(PPMSerializer()), .format(.png)])
            ],
            sources: [
                try SourceEntry(.path("photos/*.png"), alt: "{meta.description}"),
                try SourceEntry(.provider(ChartProvider(values: [90, 160, 40])), id: "sales", alt: "Sales"),
            ])
        let options = BuildOptions(inProcess: .threads)
        let report = try await SiteBuilder(manifest: manifest, options: options).build()

        #expect(report.isComplete)
        let index = try ImageIndex(contentsOf: report.index)
        #expect(index.images.keys.sorted() == ["photos/a.png", "sales"])
    }
}
