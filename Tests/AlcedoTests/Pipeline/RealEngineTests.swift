import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Tests with real pixels.
@Suite(.timeLimit(.minutes(60))) struct RealEngineTests {
    struct Failure: Error, CustomStringConvertible {
        let description = "no ink"
    }

    /// A user's processor: every pixel in one grey.
    struct Paint: ImageProcessor {
        var level: UInt8
        var fails = false
        var identifier: String { "org.example.paint?level=\(level)" }

        func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            if fails { throw Failure() }
            let pixels = Data(repeating: level, count: image.size.width * image.size.height * 3)
            return try PixelImage(pixels: pixels, size: image.size, layout: .rgb8)
        }
    }

    let folder: TemporaryFolder
    let pipeline: ImagePipeline
    let source = Source.provider(
        RawImageDataProvider(data: PlainPNG(width: 60, height: 40, seed: 1).data, cacheKey: "plain"))

    init() throws {
        folder = try TemporaryFolder()
        pipeline = ImagePipeline(cacheDirectory: folder.path + "/cache", engine: .threads)
    }

    func request(_ width: Int, _ processors: [any ImageProcessor] = []) -> ImageRequest {
        ImageRequest(
            geometry: ResizeGeometry(width: width), processors: processors,
            encodings: [ImageEncoding(format: .format(.png))])
    }

    /// The pixel in the middle of a picture.
    func middle(_ image: RetrievedImage) async throws -> [UInt8] {
        struct Look: ImageProcessor {
            let seen = Collected<[UInt8]>()
            let identifier = "org.example.look"
            func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
                let pixels = try image.pixels()
                let place = (image.size.height / 2 * image.size.width + image.size.width / 2) * image.bands
                seen.add(Array(pixels[place..<place + image.bands]))
                return image
            }
        }
        let look = Look()
        _ = try await InProcessEngine(threads: 1).run(
            ImageJob(
                data: image.data,
                requests: [
                    ImageRequest(processors: [look], encodings: [ImageEncoding(format: .format(.png))])
                ]))
        return try #require(look.seen.all.first)
    }

    @Test func aCustomProcessorMakesThePixelsAndIsPartOfTheKey() async throws {
        let dark = try await pipeline.retrieve(source, request(20, [Paint(level: 10)]))
        #expect((dark.width, dark.height, dark.origin) == (20, 13, .provider))
        #expect(try await middle(dark) == [10, 10, 10])
        let bright = try await pipeline.retrieve(source, request(20, [Paint(level: 200)]))
        #expect(bright.origin == .provider)
        #expect(try await middle(bright) == [200, 200, 200])
        #expect(try await pipeline.retrieve(source, request(20, [Paint(level: 10)])).origin == .memory)
        let other = ImagePipeline(cacheDirectory: folder.path + "/cache", engine: .threads)
        let again = try await other.retrieve(source, request(20, [Paint(level: 10)]))
        #expect(again.origin == .variant)
        #expect(again.data == dark.data)
    }

    @Test func theErrorOfACustomProcessorIsShownUnderItsName() async throws {
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.retrieve(source, request(20, [Paint(level: 10, fails: true)]))
        }
        #expect(error?.phase == .process)
        #expect(error?.reason.contains("no ink") == true)
    }

    @Test func bytesDoNotDependOnWhatWasCached() async throws {
        let requests = [request(40), request(20), request(7)]
        func produce(_ pipeline: ImagePipeline) async throws -> [ContentDigest] {
            let content = try await pipeline.content(of: source, options: RetrieveOptions())
            return try await pipeline.produce(
                ProductionOrder(
                    content: content, requests: { _ in requests },
                    requestsFingerprint: ContentDigest(hashing: ""))
            ).files.map(\.record.digest)
        }
        let first = try await produce(pipeline)
        #expect(Set(first).count == 3)
        // Each of them is missing once.
        for digest in first {
            try FileSystem.removeFile(
                at: folder.path + "/cache/v1/blobs/\(digest.hex.prefix(2))/\(digest.hex)")
            #expect(try await produce(pipeline) == first)
        }
    }

    @Test func aSourceThatIsCutOffIsAnErrorAndTheNextOneIsFine() async throws {
        let cut = Source.provider(
            RawImageDataProvider(
                data: PlainPNG(width: 60, height: 40, seed: 1).data.dropLast(3000), cacheKey: "cut"))
        for _ in 0..<2 {
            let error = await #expect(throws: PipelineError.self) {
                try await pipeline.retrieve(cut, request(20))
            }
            #expect(error?.phase == .decode)
        }
        #expect(try await pipeline.retrieve(source, request(20)).width == 20)
    }
}
