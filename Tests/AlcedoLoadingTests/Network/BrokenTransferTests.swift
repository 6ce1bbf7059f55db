import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct BrokenTransferTests {
    // For servers that never end.
    static let hasty = NetworkConfiguration.local {
        $0.timeout = 0.3
        $0.retries = 0
    }

    /// Loads until the server has seen a request: on a busy machine, the time may pass before anything is sent.
    func expectTimeout(_ server: EvilServer) async throws {
        repeat {
            let reason = try await HTTPLoader.local(Self.hasty).reason(server.url("/a.png"))
            #expect(reason == .timedOut(seconds: 0.3))
        } while server.requests.isEmpty
        // The connection is closed as well, not only the wait cancelled.
        try await server.wait { $0.clientsGone == $0.requests.count }
    }

    @Test func aServerThatNeverAnswersTimesOut() async throws {
        try await expectTimeout(EvilServer(["/a.png": [Reply(steps: [.hang])]]))
    }

    @Test func aServerThatStopsInTheMiddleTimesOut() async throws {
        try await expectTimeout(EvilServer(["/a.png": [.announcing(1000, picture(500), then: [.hang])]]))
    }

    @Test func aServerThatDripsIsNotWaitedForWhileItDrips() async throws {
        // Twenty seconds in all, and never silent for longer than 20 ms.
        try await expectTimeout(
            EvilServer(["/a.png": [.announcing(1000, Data(), then: [.drip(picture(), milliseconds: 20)])]]))
    }

    @Test func timeOfAnAttemptCoversItsRedirects() async throws {
        // Each of the five takes a third of the time, and a timer may be late by what the others take beyond it.
        var script: [String: [Reply]] = ["/0": [.ok(picture())]]
        for step in 1...5 {
            script["/\(step)"] = [.redirect("/\(step - 1)").after(.pause(milliseconds: 1000))]
        }
        let server = try EvilServer(script)
        let configuration = NetworkConfiguration.local {
            $0.timeout = 3
            $0.retries = 0
        }
        #expect(
            try await HTTPLoader.local(configuration).reason(server.url("/5")) == .timedOut(seconds: 3))
        #expect(server.requests.count < 6)
    }

    @Test func theWholeRunHasADeadline() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.hang])]])
        let configuration = NetworkConfiguration.local { $0.deadline = .now + .milliseconds(300) }
        let loader = HTTPLoader.local(configuration)
        #expect(try await loader.reason(server.url("/a.png")) == .deadlinePassed)
        // The server may record the first request only now; another one is never sent.
        #expect(try await loader.reason(server.url("/b.png")) == .deadlinePassed)
        #expect(server.requests.allSatisfy { $0.path == "/a.png" })
    }

    @Test func noAttemptIsPutOffBeyondTheDeadline() async throws {
        let server = try EvilServer(["/a.png": [.status(503, ["Retry-After": "5000"])]])
        let naps = Naps()
        let configuration = NetworkConfiguration.local { $0.deadline = .now + .seconds(2000) }
        let loader = HTTPLoader.local(
            configuration, naps: naps, strategy: BackoffRetryStrategy(retryAfterCap: 10_000))
        #expect(try await loader.reason(server.url("/a.png")) == .status(503))
        #expect(naps.taken.isEmpty)
    }

    @Test func timeOutsAreRetried() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.hang]), .ok(picture())]])
        let configuration = NetworkConfiguration.local {
            $0.timeout = 0.3
            $0.retries = 50
        }
        let loaded = try await HTTPLoader.local(configuration).load(RemoteResource(url: server.url("/a.png")))
        // On a busy machine, more than one may time out.
        #expect(loaded.attempts >= 2)
    }

    @Test(arguments: [
        Reply(steps: [.reset]),
        Reply(steps: [.close]),
        .announcing(1000, picture(500), then: [.close]),
        .announcing(1000, picture(500), then: [.reset]),
    ])
    func brokenConnectionsAreRetried(_ broken: Reply) async throws {
        let server = try EvilServer(["/a.png": [broken, broken, .ok(picture())]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.data == picture())
        // A client may retry by itself if a connection is closed without a response.
        #expect(loaded.attempts <= 3)
        #expect(server.requests.count == 3)
    }

    @Test func aShortBodyIsNamedWithItsNumbers() async throws {
        let server = try EvilServer(["/a.png": [.announcing(1000, picture(500), then: [.close])]])
        let failure = try #require(
            try await HTTPLoader.local().failures(RemoteResource(url: server.url("/a.png"))).first)
        #expect(failure.reason == .wrongLength(received: 500, announced: 1000))
        #expect(failure.attempts == 4)
        #expect(server.requests.count == 4)
    }

    @Test func aChunkedBodyThatIsCutOffIsABrokenConnection() async throws {
        let head = Reply.head(200, ["Transfer-Encoding": "chunked"])
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(head + Data("8\r\n".utf8) + picture(8)), .close])]
        ])
        #expect(try await HTTPLoader.local().reason(server.url("/a.png")) == .connectionLost)
        #expect(server.requests.count == 4)
    }

    @Test func aRefusedConnectionIsRetriedAndNamed() async throws {
        // Not the port of a stopped server, which another test's server might get.
        let port = try QuietPort()
        let failures = try await HTTPLoader.local().failures(RemoteResource(url: port.url("/a.png")))
        withExtendedLifetime(port) {}
        #expect(failures.map(\.reason) == [.cannotConnect])
        #expect(failures.map(\.attempts) == [4])
    }

    @Test func anUnknownHostIsNotRetried() async throws {
        let naps = Naps()
        let loader = HTTPLoader.local(naps: naps)
        let failures = try await loader.failures(
            RemoteResource(url: try #require(URL(string: "https://nowhere.invalid/a.png"))))
        #expect(failures.map(\.reason) == [.unknownHost])
        #expect(naps.taken.isEmpty)
    }

    @Test func secureConnectionsToAPlainServerFail() async throws {
        let server = try EvilServer([:])
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/a.png"))
        let configuration = NetworkConfiguration.local {
            $0.timeout = 2
            $0.retries = 0
        }
        _ = try await HTTPLoader.local(configuration).failures(RemoteResource(url: url))
        #expect(server.requests.isEmpty)
    }
}
