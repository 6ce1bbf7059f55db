import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Unusable responses, and the good copy from before.
@Suite(.timeLimit(.minutes(60))) struct UnusableAnswerTests {
    private let pictures = PinnedSite.pictures

    static let unusable: [Data] = [
        Data("%PDF-1.4\n%\u{e2}\n".utf8), Data(count: 80), Data(PinnedSite.pictures[1].prefix(200)),
        Data("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>".utf8),
    ]

    // The end is there, but the middle is damaged.
    static var damaged: Data {
        var data = PinnedSite.pictures[1]
        for index in data.count / 2..<data.count / 2 + 20 { data[index] ^= 0x55 }
        return data
    }

    @Test func anUpdateTakesADrawingThatIsAllowed() async throws {
        let drawing = Data("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>".utf8)
        let site = try PinnedSite(["/p": [.ok(pictures[0]), .ok(drawing)]])
        try site.write(["{ url: SERVER/p, id: a, svg: rasterize }"])
        #expect(try await site.site.build().isPublished)
        #expect(try await site.site.builder().update().isComplete)
        #expect(try await site.site.build().isPublished)
        #expect(try site.published() == ["a": nil])
    }

    @Test(arguments: unusable + [damaged])
    func anUpdateKeepsTheGoodPin(_ answer: Data) async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0]), .ok(answer)]])
        try site.write(["{ url: SERVER/p, id: a }"])
        #expect(try await site.site.build().isPublished)
        let report = try await site.site.builder().update()
        #expect(report.failures.map(\.phase) == [.decode])
        #expect(report.failures.first?.reason.contains("images.lock still pins") == true)
        #expect(try site.pinned().values.map { $0 } == [0])
        try site.site.remove("out")
        #expect(try await site.site.build().isPublished)
        #expect(try site.published() == ["a": 0])
    }

    @Test(arguments: unusable)
    func aFetchDoesNotPinIt(_ answer: Data) async throws {
        let site = try PinnedSite(["/p": [.ok(answer), .ok(pictures[0])]])
        try site.write(["{ url: SERVER/p, id: a }"])
        #expect(try await site.site.builder().fetch().failures.map(\.phase) == [.decode])
        #expect(try !site.site.exists("images.lock"))
        #expect(try await site.site.builder().fetch().isComplete)
        #expect(try site.pinned().values.map { $0 } == [0])
    }

    // Decoders accept a PNG without its last chunk, 12 bytes without content.
    @Test func whatADecoderForgivesIsPinned() async throws {
        let site = try PinnedSite(["/p": [.ok(Data(pictures[0].dropLast(12)))]])
        try site.write(["{ url: SERVER/p, id: a }"])
        #expect(try await site.site.builder().fetch().isComplete)
        #expect(try await site.site.build().isPublished)
    }

    // The truncated file has the announced length, so only a decoder detects it.
    @Test(arguments: [true, false])
    func aCutOffPictureDoesNotTakeThePlaceOfTheCopy(isFetched: Bool) async throws {
        let site = try PinnedSite([
            "/p": [
                .ok(pictures[0], ["ETag": "\"0\""]), .ok(Data(pictures[1].prefix(200)), ["ETag": "\"1\""]),
                .status(500),
            ]
        ])
        try site.write(["{ url: SERVER/p, id: a, pin: false }"])
        #expect(try await site.site.build().isPublished)
        let failures =
            isFetched
            ? try await site.site.builder().fetch().failures : try await site.site.build().failures
        #expect(failures.map(\.phase) == [.decode])
        let said = Collected<BuildEvent>()
        #expect(
            try await site.site.build {
                $0.checksum = true
            } tell: {
                said.add($0)
            }.isPublished)
        #expect(try site.published() == ["a": 0])
        #expect(
            said.all.contains {
                guard case .warning(let warning) = $0 else { return false }
                return warning.message.contains("the copy in the cache is used")
            })
        #expect(try await site.site.build { $0.offline = true }.isPublished)
        // The copy is asked for with its own tag.
        #expect(site.server.requests.map { $0.headers["if-none-match"] } == [nil, "\"0\"", "\"0\""])
    }

    @Test func aNewPictureThatIsOneIsKeptAlone() async throws {
        let site = try PinnedSite([
            "/p": [.ok(pictures[0]), .ok(pictures[1]), .ok(Data(pictures[2].prefix(200))), .status(500)]
        ])
        try site.write(["{ url: SERVER/p, id: a, pin: false }"])
        #expect(try await site.site.build().isPublished)
        #expect(try await site.site.build().isPublished)
        #expect(try await site.site.build().failures.count == 1)
        #expect(try await site.site.build { $0.checksum = true }.isPublished)
        #expect(try site.published() == ["a": 1])
    }

    // The limit is the picture's size, then one byte less.
    @Test(arguments: [true, false])
    func theLimitOfBytesHoldsForWhatIsInTheCacheToo(isPinned: Bool) async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0], ["Cache-Control": "max-age=9000"])]])
        let count = pictures[0].count
        let source = "{ url: SERVER/p, id: a, pin: \(isPinned) }"
        try site.write([source], head: "limits: { bytes: \(count) }")
        for _ in 0..<2 { #expect(try await site.site.build().isPublished) }
        try site.write([source], head: "limits: { bytes: \(count - 1) }")
        for isOffline in [false, true] {
            let report = try await site.site.build { $0.offline = isOffline }
            #expect(report.failures.first?.reason.contains("limits.bytes") == true)
        }
    }

    @Test func aNewPinIsRevalidatedFirst() async throws {
        let site = try PinnedSite([
            "/p": [
                .ok(pictures[0], ["ETag": "\"0\""]), .status(304), .ok(pictures[1], ["ETag": "\"1\""]),
                .status(500),
            ]
        ])
        try site.write(["{ url: SERVER/p, id: a }"])
        #expect(try await site.site.build().isPublished)
        for expected in [0, 1] {
            try site.site.remove("images.lock")
            #expect(try await site.site.build().isPublished)
            #expect(try site.pinned().values.map { $0 } == [expected])
        }
        #expect(site.server.requests.map { $0.headers["if-none-match"] } == [nil, "\"0\"", "\"0\""])
        try site.site.remove("images.lock")
        #expect(try await site.site.build().failures.map(\.phase) == [.loader])
        // Without the network, the copy is used.
        #expect(try await site.site.build { $0.offline = true }.isPublished)
        #expect(try site.pinned().values.map { $0 } == [1])
    }
}
