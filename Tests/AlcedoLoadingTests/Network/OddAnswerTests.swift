import Foundation
import Testing

@testable import AlcedoLoading

/// Rare but valid responses, and invalid ones.
@Suite struct OddAnswerTests {
    static let end = Data("\r\n".utf8)

    @Test(arguments: [
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 7\r\n\r\n",
    ])
    func announcementsAreNotTheAnswer(_ announcement: String) async throws {
        let head = Data(announcement.utf8) + Reply.head(200, ["Content-Length": "1000", "ETag": "\"1\""])
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(head + picture())])],
            "/b.png": [
                Reply(steps: [
                    .send(Data(announcement.utf8)), .pause(milliseconds: 20),
                    .send(Reply.head(404, ["Content-Length": "0"])),
                ])
            ],
        ])
        let loader = HTTPLoader.local()
        let loaded = try await loader.load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.data == picture())
        #expect(loaded.status == 200)
        #expect(loaded.validators.etag == "\"1\"")
        #expect(try await loader.reason(server.url("/b.png")) == .status(404))
    }

    @Test func anAnnouncementWithoutAnAnswerIsABrokenConnection() async throws {
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(Data("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)), .close])]
        ])
        let reason = try await HTTPLoader.local(.local { $0.retries = 0 }).reason(server.url("/a.png"))
        #expect(reason == .connectionLost || reason == .malformedAnswer)
    }

    // RFC 9112, 6.3: bytes after the announced length are not part of the response.
    @Test func aBodyLongerThanAnnouncedEndsWhereItWasAnnounced() async throws {
        let server = try EvilServer([
            "/a.png": [.announcing(500, picture(1000), then: [])], "/b.png": [.ok(picture(300))],
        ])
        let loader = HTTPLoader.local()
        #expect(
            try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture(1000).prefix(500)
        )
        // And leftover bytes do not affect other pictures.
        #expect(try await loader.load(RemoteResource(url: server.url("/b.png"))).data == picture(300))
    }

    @Test func aHeaderThatDripsIsNotWaitedFor() async throws {
        let server = try EvilServer([
            "/a.png": [
                Reply(steps: [
                    .send(Data("HTTP/1.1 200 OK\r\n".utf8)),
                    .drip(Data(repeating: 0x41, count: 1000), milliseconds: 10),
                ])
            ]
        ])
        let reason = try await HTTPLoader.local(BrokenTransferTests.hasty).reason(server.url("/a.png"))
        #expect(reason == .timedOut(seconds: 0.3))
        try await server.wait { $0.clientsGone == 1 }
    }

    // As `printf … | gzip` made it, with a wrong checksum in the last eight bytes, or cut short of its announced length.
    @Test(arguments: [true, false])
    func compressionThatDoesNotAddUpIsDamageOrABrokenConnection(_ isCut: Bool) async throws {
        let packed = try #require(Data(base64Encoded: AnswerTests.gzippedSVG))
        let wrong = packed.dropLast(8) + Data(repeating: 0, count: 8)
        let cut = Reply(steps: [
            .send(
                Reply.head(200, ["Content-Encoding": "gzip", "Content-Length": "\(packed.count)"])
                    + packed.dropLast(20)),
            .close,
        ])
        let server = try EvilServer(["/a.svg": [isCut ? cut : .ok(wrong, ["Content-Encoding": "gzip"])]])
        let failures = try await HTTPLoader.local().failures(RemoteResource(url: server.url("/a.svg")))
        #expect(failures.map(\.reason) == [isCut ? .connectionLost : .undecodable])
        #expect(failures.map(\.attempts) == [isCut ? 4 : 1])
    }

    @Test(
        arguments: [
            (nil, 0), ("7", 7), ("3600", 60), ("soon", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 60),
        ] as [(String?, Int)], [429, 503])
    func retryAfterIsTheMinimumDelay(_ asked: (String?, Int), _ status: Int) async throws {
        let headers = asked.0.map { ["Retry-After": $0] } ?? [:]
        let server = try EvilServer(["/a.png": [.status(status, headers), .ok(picture())]])
        let naps = Naps()
        let loader = HTTPLoader.local(naps: naps, strategy: BackoffRetryStrategy(random: { 0 }))
        _ = try await loader.load(RemoteResource(url: server.url("/a.png")))
        #expect(naps.taken == [.seconds(asked.1)])
    }

    @Test func aServerThatChangesItsPictureGivesTheNewOne() async throws {
        let server = try EvilServer([
            "/a.png": [.ok(picture(100), ["ETag": "\"1\""]), .ok(picture(200), ["ETag": "\"2\""])]
        ])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        let first = try await loader.load(resource)
        guard case .loaded(let second) = try await loader.load(resource, validators: first.validators) else {
            throw UnexpectedSuccess()
        }
        #expect(first.data == picture(100))
        #expect(second.data == picture(200))
        #expect(second.validators.etag == "\"2\"")
    }
}
