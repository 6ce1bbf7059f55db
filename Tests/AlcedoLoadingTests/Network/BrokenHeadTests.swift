import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

/// Truncated and malformed heads: each costs its source a line, and does not affect others.
@Suite(.timeLimit(.minutes(60))) struct BrokenHeadTests {
    static func reply(_ text: String, then rest: [Reply.Step] = [.close]) -> Reply {
        Reply(steps: [.send(Data(text.utf8))] + rest)
    }

    // The response of a server that is shutting down, or a load balancer without a backend.
    @Test(arguments: [
        "", "H", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 404 No\r\nServer: a\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /b", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nETag:",
        "HTTP/1.1 200 OK\r\n\0ETag: 1\r\nContent-Length: 10\r\n\r\n",
    ])
    func aConnectionThatClosesWithinTheHeadersIsBroken(_ head: String) async throws {
        let server = try EvilServer(["/a.png": [Self.reply(head)], "/b.png": [.ok(picture())]])
        let loader = HTTPLoader.local(.local { $0.retries = 0 })
        let reason = try await loader.reason(server.url("/a.png"))
        #expect(reason == .connectionLost || reason == .malformedAnswer)
        #expect(try await loader.load(RemoteResource(url: server.url("/b.png"))).data == picture())
    }

    @Test func afterABrokenHeadTheNextAttemptMayDo() async throws {
        let server = try EvilServer(["/a.png": [Self.reply("HTTP/1.1 200 OK\r\nContent-Le"), .ok(picture())]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.data == picture())
        #expect(loaded.attempts == 2)
    }

    // RFC 9112, 7.1.2: fields after a chunked body.
    @Test(arguments: [200, 302, 404])
    func aTrailerBehindAChunkedBodyChangesNothing(_ status: Int) async throws {
        let body = picture(300)
        let head = Reply.head(
            status, ["Transfer-Encoding": "chunked", "Trailer": "X-T", "ETag": "\"1\"", "Location": "/b.png"])
        let chunked =
            Data("\(String(body.count, radix: 16))\r\n".utf8) + body
            + Data("\r\n0\r\nX-T: 1\r\nETag: \"2\"\r\n\r\n".utf8)
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(head + chunked)])], "/b.png": [.ok(picture(400))],
        ])
        let loader = HTTPLoader.local()
        switch status {
        case 200:
            let loaded = try await loader.load(RemoteResource(url: server.url("/a.png")))
            #expect(loaded.data == body)
            #expect(loaded.validators.etag == "\"1\"")
        case 302:
            let loaded = try await loader.load(RemoteResource(url: server.url("/a.png")))
            #expect(loaded.data == picture(400))
        default: #expect(try await loader.reason(server.url("/a.png")) == .status(404))
        }
    }

    @Test(arguments: [
        "9223372036854775807", "9223372036854775806", "18446744073709551616", "-1", "1e3", "0x10",
    ])
    func anImpossibleLengthIsRefused(_ length: String) async throws {
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(Reply.head(200, ["Content-Length": length])), .close])]
        ])
        let reason = try await HTTPLoader.local(.local { $0.retries = 0 }).reason(server.url("/a.png"))
        switch reason {
        case .tooLarge(let limit, let announced): #expect(announced.map { $0 > limit } == true)
        case .malformedAnswer, .connectionLost, .notAPicture(.empty): break
        default: Issue.record("\(reason)")
        }
    }

    // Older servers write ISO 8859-1; heads need not be UTF-8.
    @Test func fieldsInISO8859AreReadAsSuch() async throws {
        var head = Data(
            "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Disposition: inline; filename=\"m".utf8)
        head += [0xFC] + Data("nchen.png\"\r\nETag: \"1\"\r\n\r\n".utf8)
        let server = try EvilServer(["/a.png": [Reply(steps: [.send(head + picture())])]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.data == picture())
        #expect(loaded.validators.etag == "\"1\"")
    }

    @Test(arguments: [
        "HTTP/1.1 200\r\nContent-Length: 1000\r\n\r\n", "HTTP/1.1 200 OK\nContent-Length: 1000\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length:1000  \r\nX-Empty:\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\n",
    ])
    func headsThatAreNearlyRightAreRead(_ head: String) async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.send(Data(head.utf8) + picture()), .close])]])
        #expect(
            try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png"))).data == picture())
    }

    @Test func aMalformedHeaderLineIsNotHTTP() async throws {
        let head = "HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length: 1000\r\n\r\n"
        let server = try EvilServer(["/a.png": [Reply(steps: [.send(Data(head.utf8) + picture()), .close])]])
        let reason = try await HTTPLoader.local(.local { $0.retries = 0 }).reason(server.url("/a.png"))
        #expect(reason == .malformedAnswer)
    }

    @Test func whiteSpaceAroundAValueIsNotPartOfIt() async throws {
        let server = try EvilServer([
            "/a.png": [
                Self.reply(
                    "HTTP/1.1 302 Found\r\nLocation: \t/final \t\r\nContent-Length: 0\r\n\r\n", then: [])
            ],
            "/final": [.ok(picture())],
        ])
        #expect(
            try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png"))).data == picture())
    }

    @Test func anUnknownCompressionIsReportedAndNotRetried() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(), ["Content-Encoding": "aws-chunked"])]])
        #expect(try await HTTPLoader.local().reason(server.url("/a.png")) == .undecodable)
        #expect(server.requests.count == 1)
    }

    // No name server knows this name: only the earlier lookup can have led here.
    @Test func theConnectionGoesWhereTheNameWasFoundToBe() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let book = NameBook(["pictures.invalid": ["127.0.0.1"]])
        let loader = HTTPLoader.local(.local { $0.allow = ["pictures.invalid"] }, resolver: book)
        let url = server.url("/a.png", host: "pictures.invalid")
        #expect(try await loader.load(RemoteResource(url: url)).data == picture())
        #expect(book.asked == ["pictures.invalid"])
        #expect(server.requests.first?.headers["host"] == "pictures.invalid:\(server.port)")
    }

    // libcurl looks up the name here, and gets a forbidden address.
    @Test func anAddressIsCheckedAgainBeforeTheConnection() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let outcome = await Transport().exchange(
            DownloadRequest(url: server.url("/a.png", host: "localhost")), limit: 1000,
            timeout: .seconds(3600),
            route: .direct([]),
            objection: { .addressRefused(address: $0.description, purpose: "this machine") })
        guard case .failure(.addressRefused(let address, _)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(["127.0.0.1", "::1"].contains(address))
        #expect(server.connectionCount == 0)
    }

    // Memory is allocated for received bytes, not for announced ones.
    @Test func anAnnouncedLengthReservesLimitedMemory() async throws {
        let server = try EvilServer([
            "/a.png": [.announcing(400_000_000_000, picture(), then: [.close])]
        ])
        let reason = try await HTTPLoader.local(
            .local {
                $0.byteLimit = 500_000_000_000
                $0.retries = 0
            }
        ).reason(server.url("/a.png"))
        #expect(reason == .wrongLength(received: 1000, announced: 400_000_000_000))
    }

    @Test func aWrongContentEncodingAffectsNoOtherPicture() async throws {
        var script: [String: [Reply]] = ["/good.png": [.ok(picture())]]
        for number in 0..<8 { script["/\(number).png"] = [.ok(picture(), ["Content-Encoding": "gzip"])] }
        let server = try EvilServer(script)
        let loader = HTTPLoader.local()
        for number in 0..<8 { #expect(try await loader.reason(server.url("/\(number).png")) == .undecodable) }
        #expect(try await loader.load(RemoteResource(url: server.url("/good.png"))).data == picture())
        #expect(server.requests.count == 9)
    }

    @Test(arguments: [true, false]) func aHeadWithoutEndIsNotHTTP(_ isAnnouncement: Bool) async throws {
        let piece =
            isAnnouncement
            ? "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n" : "X-\(String(repeating: "y", count: 90)): 1\r\n"
        let head = (isAnnouncement ? "" : "HTTP/1.1 200 OK\r\n") + String(repeating: piece, count: 20_000)
        let server = try EvilServer(["/a.png": [Self.reply(head)]])
        let reason = try await HTTPLoader.local(.local { $0.retries = 0 }).reason(server.url("/a.png"))
        #expect(reason == .malformedAnswer)
    }

    @Test func requestsKeepTheirMethodAndBody() async throws {
        struct Poster: RequestModifier {
            func modified(_ request: DownloadRequest) async throws -> DownloadRequest? {
                var request = request
                request.httpMethod = "POST"
                request.httpBody = Data("a=1".utf8)
                request.setValue("", forHTTPHeaderField: "X-Empty")
                return request
            }
        }
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let loader = HTTPLoader.local(requestModifier: Poster())
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture())
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.headers["content-length"] == "3")
        #expect(request.headers["x-empty"] == "")
    }
}
