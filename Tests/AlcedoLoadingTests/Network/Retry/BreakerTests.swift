import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct BreakerTests {
    static func loader(_ clock: HandClock = HandClock(), retries: Int = 0) -> HTTPLoader {
        HTTPLoader.local(.local { $0.retries = retries }, clock: clock)
    }

    @Test func aHostThatFailedFiveTimesIsNotContactedAgain() async throws {
        let server = try EvilServer(["/a.png": [.status(503)]])
        let loader = Self.loader()
        for _ in 0..<5 { #expect(try await loader.reason(server.url("/a.png")) == .status(503)) }
        let failures = try await loader.failures(RemoteResource(url: server.url("/b.png"), name: "b"))
        #expect(failures.map(\.reason) == [.hostGivenUp(failures: 5, last: .status(503))])
        #expect(failures.map(\.attempts) == [0])
        #expect(
            "\(failures[0])"
                == "b: its server failed 5 times in a row, so further requests are not sent (last failure: the server answered "
                + "503 (service unavailable)); try again later")
        #expect(server.requests.count == 5)
    }

    @Test func otherHostsAreNotAffected() async throws {
        let server = try EvilServer(["/a.png": [.status(503)]])
        let other = try EvilServer(["/a.png": [.ok(picture())]])
        let loader = Self.loader()
        for _ in 0..<5 { _ = try await loader.reason(server.url("/a.png")) }
        #expect(try await loader.load(RemoteResource(url: other.url("/a.png"))).data == picture())
        // Also for an alternative.
        let resource = RemoteResource(
            url: server.url("/a.png"), alternatives: [.init(url: other.url("/a.png"))])
        #expect(try await loader.load(resource).sourceIndex == 1)
        #expect(server.requests.count == 5)
    }

    @Test func afterAWhileOneRequestIsLetThrough() async throws {
        let clock = HandClock()
        let replies = Array(repeating: Reply.status(500), count: 6) + [.ok(picture())]
        let server = try EvilServer(["/a.png": replies])
        let loader = Self.loader(clock)
        for _ in 0..<5 { _ = try await loader.reason(server.url("/a.png")) }
        clock.pass(.seconds(29))
        #expect(
            try await loader.reason(server.url("/a.png")) == .hostGivenUp(failures: 5, last: .status(500)))
        clock.pass(.seconds(1))
        // It fails as well, so requests stop for the same time again.
        #expect(try await loader.reason(server.url("/a.png")) == .status(500))
        #expect(
            try await loader.reason(server.url("/a.png")) == .hostGivenUp(failures: 6, last: .status(500)))
        clock.pass(.seconds(30))
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture())
        // The breaker is closed again: all requests are sent.
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture())
        #expect(server.requests.count == 8)
    }

    @Test func anyResponseResetsTheCount() async throws {
        let server = try EvilServer(["/a.png": [.status(503)], "/gone.png": [.status(404)]])
        let loader = Self.loader()
        for _ in 0..<4 { _ = try await loader.reason(server.url("/a.png")) }
        #expect(try await loader.reason(server.url("/gone.png")) == .status(404))
        for _ in 0..<5 { #expect(try await loader.reason(server.url("/a.png")) == .status(503)) }
        #expect(server.requests.count == 10)
    }

    @Test func aHostThatSendsRetryAfterIsNotBlocked() async throws {
        let server = try EvilServer(["/a.png": [.status(429)]])
        let loader = Self.loader()
        for _ in 0..<10 { #expect(try await loader.reason(server.url("/a.png")) == .status(429)) }
    }

    @Test func onePictureAloneUsesUpItsAttempts() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.reset])]])
        let loader = Self.loader(retries: 9)
        let failures = try await loader.failures(RemoteResource(url: server.url("/a.png")))
        #expect(failures.map(\.attempts) == [10])
        #expect(
            try await loader.reason(server.url("/a.png")) == .hostGivenUp(failures: 10, last: .connectionLost)
        )
    }

    @Test func whileOneIsTriedTheOthersFail() throws {
        let clock = HandClock()
        let breaker = HostBreaker(threshold: 2, pause: .seconds(10), now: { clock.now })
        let origin = Origin(try #require(URL(string: "https://a.example/")))
        for _ in 0..<2 {
            #expect(breaker.objection(to: origin) == nil)
            breaker.note(.failure(.cannotConnect), at: origin)
        }
        let givenUp = LoadingError.NetworkReason.hostGivenUp(failures: 2, last: .cannotConnect)
        #expect(breaker.objection(to: origin) == givenUp)
        clock.pass(.seconds(10))
        #expect(breaker.objection(to: origin) == nil)
        #expect(breaker.objection(to: origin) == givenUp)
        // A cancelled request does not count, and the next may try.
        breaker.note(.nothing, at: origin)
        #expect(breaker.objection(to: origin) == nil)
        breaker.note(.answer, at: origin)
        #expect(breaker.objection(to: origin) == nil)
        #expect(breaker.objection(to: origin) == nil)
    }
}
