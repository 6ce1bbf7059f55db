import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Local files that are too large to be held, or to be read at all.
@Suite(.timeLimit(.minutes(60))) struct LargeFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pipeline(memory: Int) -> ImagePipeline {
        var configuration = ImagePipeline.Configuration(
            disk: DiskStore(directory: folder.path + "/cache"),
            loader: HTTPLoader(configuration: NetworkConfiguration()), engine: InProcessEngine(threads: 2),
            jobs: 2)
        configuration.availableMemory = memory
        return ImagePipeline(configuration: configuration)
    }

    /// A file of zeros, but for its beginning and its end.
    private func put(_ name: String, _ size: Int, beginning: [UInt8] = [], end: [UInt8] = []) throws -> String
    {
        let path = folder.path + "/" + name
        try Data(beginning).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: UInt64(size - end.count))
        try file.seekToEnd()
        try file.write(contentsOf: Data(end))
        try file.close()
        return path
    }

    private func error(_ path: String, memory: Int = 1 << 40) async -> PipelineError? {
        await #expect(throws: PipelineError.self) {
            try await pipeline(memory: memory).content(
                of: .provider(FileImageDataProvider(path: path)), options: RetrieveOptions())
        }
    }

    /// Decoding would end with the same error.
    @Test(arguments: [
        ([], []), (Array("<html>".utf8), []), (Array("8BPS\u{0}\u{1}".utf8), []), ([1, 2, 3], []),
        ([0, 0, 2], Array("TRUEVISION-XFILE.".utf8) + [0]),
        (Array("text ".utf8) + [UInt8](repeating: 32, count: 70_000), []),
    ])
    func theFirstBlockRefusesWithTheErrorOfDecoding(_ beginning: [UInt8], _ end: [UInt8]) async throws {
        let path = try put("a", 3 << 20, beginning: beginning, end: end)
        let said = await error(path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let decoding = await #expect(throws: ImagingError.self) {
            try await InProcessEngine(threads: 1).inspect(bytes, limits: ImageLimits())
        }
        #expect(said?.reason == decoding?.description)
        #expect(said?.code == decoding.map { PipelineError.imaging($0).code })
    }

    @Test func whatIsBeyondTheMemoryIsRefusedBeforeItIsRead() async throws {
        let path = try put("a", 60 << 20, beginning: [0xFF, 0xD8, 0xFF, 0xE0])
        let said = await error(path, memory: 100_000_000)
        #expect(
            said?.reason.hasPrefix("it would take about 125 MB of memory, and 100 MB are available") == true)
        let content = try await pipeline(memory: 200_000_000).fileContent(path)
        #expect(content.bytes == 60 << 20)
    }

    @Test func aLargeSourceIsNotHeldAndADigestIsThatOfItsBytes() async throws {
        let path = try put("a", 40 << 20, beginning: [0xFF, 0xD8, 0xFF, 0xE0])
        let content = try await pipeline(memory: 1 << 40).fileContent(path)
        #expect(content.digest == ContentDigest(hashing: try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(content.status == (try FileSystem.status(of: path)))
        #expect(try await content.load().count == 40 << 20)
        // It was not kept: another file is noticed.
        _ = try put("a", 40 << 20, beginning: [0xFF, 0xD8, 0xFF, 0xE1])
        await #expect(throws: PipelineError.self) { try await content.load() }
    }
}
