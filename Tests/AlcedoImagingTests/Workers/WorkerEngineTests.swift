import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// With the program built beside the tests as a worker.
@Suite struct WorkerEngineTests {
    /// A step of a user's own.
    private struct Invert: ImageProcessor {
        var identifier: String { "org.example.invert" }
        func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            try PixelImage(pixels: Data(try image.pixels().map { 255 - $0 }), size: image.size, layout: .rgb8)
        }
    }

    private static func engine() throws -> WorkerEngine {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        var places = [folder]
        // On macOS the tests are in a bundle.
        for _ in 0..<4 { places.append(places[places.count - 1].deletingLastPathComponent()) }
        let path = places.map { $0.appendingPathComponent("alcedo").path }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        return WorkerEngine(
            executable: WorkerExecutable(path: try #require(path, "build the product alcedo")),
            processes: 1, memory: MemoryBudget(bytes: 2_000_000_000, maxPerJob: 4_000_000_000),
            inProcess: .threads)
    }

    private static func folder() throws -> String {
        let folder = NSTemporaryDirectory() + "/alcedo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private static let photo = PNGFile(.photo(120, 80)).data
    private static let requests: [ImageRequest] = [
        .one(.jpeg, width: 60), .one(.webp, width: 100, processors: [ImageProcessors.Blur(sigma: 1)]),
        .one(.png, width: 30, height: 30, position: .attention), .one(.avif, width: 50),
        .one(.gif, width: 20),
    ]

    @Test func itMakesWhatThisProcessMakes() async throws {
        let job = ImageJob(
            data: Self.photo, requests: Self.requests, placeholders: Set(PlaceholderKind.allCases))
        let here = try await InProcessEngine(threads: 1).run(job)
        let there = try await Self.engine().run(job)
        #expect(there.outputs == here.outputs && there.outputs.count == 5)
        #expect(there.facts == here.facts && there.placeholders == here.placeholders)
        #expect(there.metadata == here.metadata && there.failures.isEmpty)
        #expect(try Self.engine().identity() == InProcessEngine().identity())
    }

    @Test func filesAreHandedOverAndNothingElseIsLeft() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let work = ImageJob.Work(requests: Self.requests)
        let result = try await Self.engine().run(ImageJob.Source(data: Self.photo), handingOverIn: folder) {
            facts in
            #expect(facts.width == 120 && facts.height == 80 && facts.type == .png)
            return work
        }
        #expect(result.outputs.count == 5)
        var names: Set<String> = []
        for output in result.outputs.values {
            guard case .file(let path) = output.content else {
                Issue.record("not handed over")
                continue
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(data.count == output.file.bytes && ContentDigest(hashing: data) == output.file.digest)
            #expect(ImageType.sniff(data)?.rawValue == output.file.format.rawValue)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o444)
            names.insert(URL(fileURLWithPath: path).lastPathComponent)
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == names && names.count == 5)
    }

    @Test func aPictureThatFailsInOneFormatHasNoFiles() async throws {
        var job = ImageJob(data: Self.photo, requests: Self.requests)
        job.work.requests[1].encodings.append(
            ImageEncoding(format: .format(.avif), budget: ByteBudget(bytes: 30, minQuality: 60)))
        let here = try await InProcessEngine(threads: 1).run(job)
        let there = try await Self.engine().run(job)
        #expect(there.failures == here.failures && Set(here.failures.keys) == [1])
        #expect(there.outputs == here.outputs && here.outputs.count == 4)
    }

    @Test func whereFilesCannotBeWrittenTheirBytesCome() async throws {
        let result = try await Self.engine().run(
            ImageJob.Source(data: Self.photo), handingOverIn: "/nonexistent/folder"
        ) { _ in ImageJob.Work(requests: [.one(.png, width: 10)]) }
        #expect(result.outputs.values.first?.data != nil)
    }

    @Test func errorsAreTheSameAsInThisProcess() async throws {
        let engine = try Self.engine()
        for data in [Data("no picture".utf8), Self.photo.prefix(300), Data()] {
            let job = ImageJob(data: data, requests: [.one()])
            let here = await #expect(throws: ImagingError.self) {
                try await InProcessEngine(threads: 1).run(job)
            }
            let there = await #expect(throws: ImagingError.self) { try await engine.run(job) }
            #expect(here == there && here != nil)
        }
        // It is still of use.
        #expect(try await engine.inspect(Self.photo, limits: ImageLimits()).height == 80)
    }

    @Test func aCustomStepRunsInThisProcess() async throws {
        let request = ImageRequest.one(.png, processors: [Invert()])
        let result = try await Self.engine().run(
            ImageJob(data: PNGFile(.plain(8, 8, 10, 20, 30)).data, requests: [request]))
        let data = try #require(result.outputs.values.first?.data)
        #expect(try Raster(decoding: data)[3, 3] == [245, 235, 225])
    }

    @Test func errorsOfTheClosureDropTheJob() async throws {
        struct Enough: Error {}
        let engine = try Self.engine()
        await #expect(throws: Enough.self) {
            try await engine.run(ImageJob.Source(data: Self.photo), handingOverIn: nil) { _ in throw Enough()
            }
        }
        let again = try await engine.run(ImageJob(data: Self.photo, requests: [.one(.png, width: 5)]))
        #expect(again.outputs.count == 1)
    }

    @Test func aStepThatTakesTooLongIsEnded() async throws {
        let large = PNGFile(.photo(1500, 1000)).data
        let limits = ImageLimits(seconds: 0.005)
        let engine = try Self.engine()
        // Started beforehand, so that only the picture takes long.
        _ = try await engine.inspect(Self.photo, limits: ImageLimits())
        let error = await #expect(throws: ImagingError.self) {
            try await engine.run(
                ImageJob(data: large, requests: [.one(.webp, width: 1400)], limits: limits))
        }
        guard case .lost(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            reason.contains("took longer than 0.01 seconds") || reason.contains("took longer than 0 seconds"))
        #expect(try await engine.inspect(Self.photo, limits: ImageLimits()).width == 120)
    }

    @Test(.timeLimit(.minutes(60))) func cancellingEndsWhatIsUnderWay() async throws {
        let engine = try Self.engine()
        let data = PNGFile(.noise(90, 90, bands: 3)).data
        let (began, tell) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            // Without it, a worker that does not start would leave the test waiting.
            defer { tell.finish() }
            return try await engine.run(ImageJob.Source(data: data), handingOverIn: nil) { _ in
                tell.yield()
                // Many minutes of work.
                var request = ImageRequest.one(.avif, width: 3000, enlarge: true)
                request.encodings[0].effort = [.avif: 9]
                return ImageJob.Work(requests: [request])
            }
        }
        for await _ in began { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [
        ("/nonexistent/alcedo", "No such file or directory"), ("/bin/false", "exit code 1"),
        ("/bin/true", "exit code 0"),
    ])
    func aProgramThatIsNotAWorkerIsAnError(_ path: String, _ words: String) async throws {
        let engine = WorkerEngine(
            executable: WorkerExecutable(path: path), processes: 1,
            memory: MemoryBudget(bytes: 1, maxPerJob: 1))
        let error = #expect(throws: ImagingError.self) { try engine.identity() }
        let text = try #require(error).description
        #expect(text.contains(words) && text.contains(path), "\(text)")
    }

    @Test func aJobThatThisMachineHasNoMemoryForIsRefused() async throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        let engine = WorkerEngine(
            executable: WorkerExecutable(path: folder + "/alcedo"), processes: 1,
            memory: MemoryBudget(bytes: 1000, maxPerJob: 1000))
        let error = await #expect(throws: ImagingError.self) {
            try await engine.run(ImageJob(data: Self.photo, requests: [.one()]))
        }
        #expect(error?.description.contains("of memory, and 0 MB are available") == true)
    }
}
