import AlcedoImaging
import Foundation

@testable import Alcedo
@testable import AlcedoManifest

/// Understands sources that describe themselves (`60x40 anything`) and makes files that describe what was
/// requested. Counts its calls.
final class FakeEngine: ImageEngine {
    let runs = Counter()
    let jobs = Collected<ImageJob.Work>()
    /// The gate of all runs.
    let gate: Gate?
    /// Requests of this width fail.
    let failingWidth: Int?
    private let name: String

    init(name: String = "fake", gate: Gate? = nil, failingWidth: Int? = nil) {
        self.name = name
        self.gate = gate
        self.failingWidth = failingWidth
    }

    static func source(_ text: String = "60x40 a") -> Data { Data(text.utf8) }

    /// A file with this text, `30x20 png …`, after the header of a PNG of that size (PNG, 11.2.2).
    static func png(_ text: String) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        for side in text.prefix(while: { $0 != " " }).split(separator: "x") {
            withUnsafeBytes(of: (UInt32(side) ?? 0).bigEndian) { file.append(contentsOf: $0) }
        }
        return file + Data(text.utf8)
    }

    func identity() -> ContentDigest { ContentDigest(hashing: name) }

    func inspect(_ data: Data, limits: ImageLimits) async throws -> ImageFacts {
        let sides = String(decoding: data, as: UTF8.self).prefix { $0 != " " }.split(separator: "x")
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
            throw ImagingError.decode(reason: "this is no picture")
        }
        let facts = ImageFacts(type: .png, width: width, height: height)
        try limits.check(facts.displayedSize, frames: 1)
        return facts
    }

    func run(
        _ source: ImageJob.Source, handingOverIn folder: String?,
        _ work: @escaping @Sendable (ImageFacts) throws -> ImageJob.Work
    ) async throws -> ImageJob.Result {
        runs.add()
        await gate?.pass()
        let facts = try await inspect(source.data, limits: source.limits)
        let job = try work(facts)
        jobs.add(job)
        var result = ImageJob.Result(facts: facts, warnings: ["a warning"])
        guard let plan = ImagePlan(facts: facts, requests: job.requests) else { return result }
        result.failures = plan.failures
        for output in plan.outputs where !job.finished.contains(output.id) {
            let request = job.requests[output.id.request]
            if request.geometry.width == failingWidth {
                result.failures[output.id.request] = .process(step: "fake", reason: "this width is not liked")
                continue
            }
            let steps = request.processors.map(\.identifier)
            let text = "\(output.width)x\(output.height) \(output.id.format) \(steps) of "
            let data = (output.id.format == .png ? Self.png(text) : Data(text.utf8)) + source.data
            result.outputs[output.id] = EncodedImage(
                EncodedImage.File(
                    digest: ContentDigest(hashing: data), bytes: data.count, width: output.width,
                    height: output.height, frames: 1, format: output.id.format), content: .data(data))
        }
        if !job.placeholders.isEmpty {
            let all = ImagePlaceholders([
                .dominantColor: .color(SRGBColor(red: 1, green: 2, blue: 3, alpha: 4)),
                .averageColor: .color(SRGBColor(red: 5, green: 6, blue: 7)),
                .palette: .colors([SRGBColor(red: 8, green: 9, blue: 10)]), .blurhash: .text("000000"),
                .thumbhash: .data(Data([1, 2, 3])),
            ])
            result.placeholders = all.only(job.placeholders)
        }
        return result
    }
}

/// A user's provider, which counts its calls.
final class CountingProvider: ImageDataProvider {
    let cacheKey: String
    let asked = Counter()
    private let result: Result<Data, any Error>

    init(_ data: Data, cacheKey: String = "counting") {
        result = .success(data)
        self.cacheKey = cacheKey
    }

    init(failing error: any Error) {
        result = .failure(error)
        cacheKey = "failing"
    }

    func data() async throws -> Data {
        asked.add()
        return try result.get()
    }
}

/// A pipeline with a fake engine and its own folder.
struct TestPipeline: Sendable {
    let folder: TemporaryFolder
    let engine: FakeEngine
    let pipeline: ImagePipeline
    var cache: String { folder.path + "/cache" }
    var disk: DiskStore { pipeline.configuration.disk }

    init(
        engine: FakeEngine = FakeEngine(), in folder: TemporaryFolder? = nil, directory: String? = nil,
        memory: MemoryStore<CacheKey, RetrievedImage>? = nil, jobs: Int = 2,
        limits: ImageLimits = ImageLimits(),
        truncation: TruncationPolicy = .fail, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        self.engine = engine
        pipeline = ImagePipeline(
            configuration: ImagePipeline.Configuration(
                disk: DiskStore(directory: directory ?? folder.path + "/cache", clock: clock), memory: memory,
                loader: HTTPLoader(configuration: NetworkConfiguration()), engine: engine, jobs: jobs,
                limits: limits,
                truncation: truncation))
    }

    func retrieve(
        _ source: Data = FakeEngine.source(), _ request: ImageRequest = TestPipeline.request(),
        _ change: (inout RetrieveOptions) -> Void = { _ in }
    ) async throws -> RetrievedImage {
        var options = RetrieveOptions()
        change(&options)
        return try await pipeline.retrieve(
            .provider(RawImageDataProvider(data: source, cacheKey: "raw")), request, options: options)
    }

    static func request(_ width: Int = 30, _ processors: [any ImageProcessor] = []) -> ImageRequest {
        ImageRequest(
            geometry: ResizeGeometry(width: width), processors: processors,
            encodings: [ImageEncoding(format: .format(.png))])
    }

    /// Every file of a kind in the cache.
    func files(_ kind: String) throws -> [String] {
        let root = cache + "/v1/" + kind
        return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
            .filter { $0.contains("/") }.map { root + "/" + $0 }
    }

    func damage(_ kind: String) throws {
        for path in try files(kind) {
            let url = URL(fileURLWithPath: path)
            let count = try Data(contentsOf: url).count
            try FileManager.default.removeItem(at: url)
            try Data(count: count).write(to: url)
        }
    }
}
