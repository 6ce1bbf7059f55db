import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct RetryTests {
    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func temporaryErrorsAreRetried(_ status: Int) async throws {
        let server = try EvilServer(["/a.png": [.status(status), .ok(picture())]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.attempts == 2)
        #expect(server.requests.count == 2)
    }

    @Test func aResponseThatIsNotHTTPIsRetried() async throws {
        let server = try EvilServer([
            "/a.png": [Reply(steps: [.send(Data("left over\r\n\r\n".utf8)), .close]), .ok(picture())]
        ])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.attempts == 2)
    }

    // Leftovers of a response in a connection are the beginning of the next.
    @Test func aCorruptedConnectionIsNotReused() async throws {
        let spoilt = Reply(steps: [
            .send(Reply.head(404, ["Content-Length": "4"]) + Data("goneand something more\r\n".utf8))
        ])
        let server = try EvilServer(["/gone.png": [spoilt], "/a.png": [.ok(picture())]])
        let loader = HTTPLoader.local()
        #expect(try await loader.reason(server.url("/gone.png")) == .status(404))
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture())
    }

    @Test func attemptsAreCountedAndBounded() async throws {
        let server = try EvilServer(["/a.png": [.status(500)]])
        let loader = HTTPLoader.local(.local { $0.retries = 2 })
        let failures = try await loader.failures(RemoteResource(url: server.url("/a.png")))
        #expect(failures.map(\.attempts) == [3])
        #expect(server.requests.count == 3)
    }

    @Test func retryAfterIsKeptAndCapped() async throws {
        let server = try EvilServer([
            "/a.png": [
                .status(429, ["Retry-After": "7"]), .status(503, ["Retry-After": "3600"]), .ok(picture()),
            ]
        ])
        let naps = Naps()
        let strategy = BackoffRetryStrategy(random: { 0 })
        let loader = HTTPLoader.local(naps: naps, strategy: strategy)
        _ = try await loader.load(RemoteResource(url: server.url("/a.png")))
        #expect(naps.taken == [.seconds(7), .seconds(60)])
    }

    @Test func theReasonOfTheLastAttemptIsReported() async throws {
        let server = try EvilServer(["/a.png": [.status(503), .status(404)]])
        #expect(try await HTTPLoader.local().reason(server.url("/a.png")) == .status(404))
    }

    @Test func aCustomStrategyIsCalledAfterEachFailure() async throws {
        struct Stubborn: RetryStrategy {
            let seen: Box<[LoadingError.NetworkReason]>
            func decision(for context: RetryContext) async -> RetryDecision {
                seen.with { $0.append(context.reason) }
                return context.retriedCount < 2 ? .retry(after: .seconds(1)) : .stop
            }
        }
        let server = try EvilServer(["/a.png": [.status(404), .status(410), .status(403)]])
        let strategy = Stubborn(seen: Box([]))
        let loader = HTTPLoader.local(strategy: strategy)
        #expect(try await loader.reason(server.url("/a.png")) == .status(403))
        #expect(strategy.seen.with { $0 } == [.status(404), .status(410), .status(403)])
    }

    // Delays by hand: base · 2ⁿ is 0.5, 1, 2, 4 … s, and 30 s from n = 6 on.
    @Test(arguments: [(0, 0.5), (1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (60, 30)])
    func delaysDoubleUpToACap(_ retried: Int, _ seconds: Double) async {
        let full = BackoffRetryStrategy(maxRetryCount: 100, random: { 1 })
        let context = RetryContext(reason: .connectionLost, retriedCount: retried)
        #expect(await full.decision(for: context) == .retry(after: .seconds(seconds)))
        let half = BackoffRetryStrategy(maxRetryCount: 100, random: { 0.5 })
        #expect(await half.decision(for: context) == .retry(after: .seconds(seconds / 2)))
        let none = BackoffRetryStrategy(maxRetryCount: 100, random: { 0 })
        #expect(await none.decision(for: context) == .retry(after: .zero))
    }

    @Test func randomDelaysStayInTheirRange() async {
        let strategy = BackoffRetryStrategy()
        for _ in 0..<100 {
            let decision = await strategy.decision(
                for: RetryContext(reason: .connectionLost, retriedCount: 1))
            guard case .retry(let delay) = decision else {
                Issue.record("no retry")
                return
            }
            #expect(delay >= .zero && delay <= .seconds(1))
        }
    }

    // RFC 9110, 5.6.7 gives one moment in three forms, 784111777 seconds after 1970.
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func retryAfterMayBeADate(_ date: String) {
        let before = Date(timeIntervalSince1970: 784_111_777 - 12)
        #expect(RetryAfter.duration(date, now: before) == .seconds(12))
        let after = Date(timeIntervalSince1970: 784_111_777 + 12)
        #expect(RetryAfter.duration(date, now: after) == .zero)
    }

    @Test(arguments: [("0", 0), ("120", 120), (" 5 ", 5), ("99999999999999999999", 86_400)])
    func retryAfterMayBeSeconds(_ text: String, _ seconds: Int) {
        #expect(RetryAfter.duration(text, now: Date()) == .seconds(seconds))
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "Sun, 99 Nov 1994 08:49:37 GMT"])
    func invalidRetryAftersAreIgnored(_ text: String) {
        #expect(RetryAfter.duration(text, now: Date()) == nil)
    }
}
