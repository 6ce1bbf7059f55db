import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Headers that promise more than a machine has.
@Suite struct LimitTests {
    /// A PNG that says it is this large and holds ten bytes.
    static func bomb(_ width: Int, _ height: Int) -> Data {
        PNGFile(width: width, height: height, depth: 16, colorType: 6, rows: [[0, 0, 0, 0, 0, 0, 0, 0]]).data
    }

    @Test(arguments: [(60_000, 60_000), (1_000_000, 1_000_000), (16_400, 16_400)])
    func aHeaderBeyondTheLimitIsRefusedWithItsNumbers(width: Int, height: Int) async throws {
        let reason = try #require(try await refusal(of: Self.bomb(width, height)))
        #expect(reason.contains("too large"), "\(reason)")
        #expect(reason.contains("\(width)x\(height)") && reason.contains("268000000"), "\(reason)")
        await #expect(throws: ImagingError.self) {
            _ = try await InProcessEngine(threads: 1).inspect(
                Self.bomb(width, height), limits: ImageLimits())
        }
    }

    @Test(arguments: [(2_147_483_647, 2_147_483_647), (20_000_000, 1), (0, 10)])
    func aHeaderWhoseSizeOverflowsIsRefused(width: Int, height: Int) async throws {
        #expect(try await refusal(of: Self.bomb(width, height)) != nil)
    }

    @Test func theLimitItselfIsAllowed() async throws {
        let file = PNGFile(.plain(40, 25, 9)).data
        #expect(try await refusal(of: file, limits: ImageLimits(pixels: 1000)) == nil)
        #expect(try await refusal(of: file, limits: ImageLimits(pixels: 999)) != nil)
    }

    @Test func framesCount() async throws {
        let file = GIFFile(
            width: 10, height: 10, palette: [[1, 2, 3]],
            frames: [[UInt8]](repeating: [UInt8](repeating: 0, count: 100), count: 5),
            delays: [5, 5, 5, 5, 5]
        ).data
        #expect(try await refusal(of: file, limits: ImageLimits(pixels: 500, frames: 5)) == nil)
        let frames = try #require(try await refusal(of: file, limits: ImageLimits(frames: 4)))
        #expect(frames.contains("5 frames") && frames.contains("4"))
        let pixels = try #require(try await refusal(of: file, limits: ImageLimits(pixels: 499)))
        #expect(pixels.contains("10x10") && pixels.contains("499"))
    }

    static func svg(_ width: String, _ height: String) -> Data {
        Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 10 10">\
            <rect width="10" height="10" fill="#ff0000"/></svg>
            """.utf8)
    }

    @Test(arguments: [("100000", "100000"), ("30000", "30000")])
    func aDrawingBeyondTheLimitIsRefusedWithItsNumbers(width: String, height: String) async throws {
        let reason = try #require(try await refusal(of: Self.svg(width, height)))
        #expect(reason.contains("too large") && reason.contains("\(width)x\(height)"), "\(reason)")
    }

    @Test(arguments: [("1e10", "1e10"), ("1e30", "100"), ("3000000000", "1"), ("20000000", "5")])
    func aDrawingWhoseSizeOverflowsIsTooLarge(width: String, height: String) async throws {
        let reason = try #require(try await refusal(of: Self.svg(width, height)))
        #expect(reason.contains("too large") && reason.contains("10000000"), "\(reason)")
    }

    @Test func aDrawingIsDrawnAtTheRequestedSize() async throws {
        let small = try await pixels(.one(width: 6), from: Self.svg("10", "5"))
        #expect(small.width == 6 && small.height == 3)
        let large = try await pixels(.one(width: 300, enlarge: true), from: Self.svg("10", "10"))
        #expect(large.width == 300 && large.height == 300)
        #expect(large[150, 150].prefix(3) == [255, 0, 0])
    }

    @Test func aResultBeyondTheLimitIsRefusedAlone() async throws {
        let file = PNGFile(.plain(100, 100, 5)).data
        let requests = [
            ImageRequest.one(width: 50), .one(width: 200_000, enlarge: true),
            .one(width: 90_000, height: 100, fit: .contain, enlarge: true),
        ]
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: file, requests: requests, limits: ImageLimits(pixels: 1_000_000)))
        #expect(result.outputs.keys.map(\.request) == [0])
        #expect(result.failures[1]?.description.contains("200000x200000") ?? false)
        #expect(result.failures[2]?.description.contains("90000x100") ?? false)
    }
}
