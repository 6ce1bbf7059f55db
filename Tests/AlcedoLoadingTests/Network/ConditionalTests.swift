import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ConditionalTests {
    static let known = ResponseValidators(etag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")

    @Test func theQuestionCarriesBothValidatorsAndTheAnswerUpdatesThem() async throws {
        let server = try EvilServer([
            "/a.png": [.status(304, ["ETag": "\"1\"", "Cache-Control": "max-age=9"])]
        ])
        let resource = RemoteResource(url: server.url("/a.png"), name: "one")
        let answer = try await HTTPLoader.local().load(resource, validators: Self.known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.attempts == 1)
        #expect(news.sourceIndex == 0)
        #expect(
            news.validators
                == ResponseValidators(
                    etag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", cacheControl: "max-age=9",
                    address: "one"))
        let request = try #require(server.requests.first)
        #expect(request.headers["if-none-match"] == "\"1\"")
        #expect(request.headers["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func anotherPictureComesWithItsOwnValidators() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(), ["ETag": "\"2\""])]])
        let resource = RemoteResource(url: server.url("/a.png"), name: "one")
        let answer = try await HTTPLoader.local().load(resource, validators: Self.known)
        guard case .loaded(let loaded) = answer else { throw UnexpectedSuccess() }
        #expect(loaded.data == picture())
        #expect(loaded.validators == ResponseValidators(etag: "\"2\"", address: "one"))
    }

    @Test func withoutValidatorsNothingIsAskedAndA304IsAnError() async throws {
        let server = try EvilServer(["/a.png": [.status(304)]])
        let resource = RemoteResource(url: server.url("/a.png"))
        await #expect(throws: LoadingError.self) {
            try await HTTPLoader.local().load(
                resource, validators: ResponseValidators(cacheControl: "max-age=1"))
        }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
    }

    // RFC 9111, 4.3.4: a 304 that names another tag says nothing about the copy at hand.
    @Test func a304AboutOtherBytesIsFollowedByAnUnconditionalRequest() async throws {
        let server = try EvilServer([
            "/a.png": [.status(304, ["ETag": "\"other\""]), .ok(picture(), ["ETag": "\"other\""])]
        ])
        let answer = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/a.png")), validators: Self.known)
        guard case .loaded(let loaded) = answer else { throw UnexpectedSuccess() }
        #expect(loaded.validators.etag == "\"other\"")
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["\"1\"", nil])
    }

    @Test func aServerThatIsInTroubleIsAskedTheSameAgain() async throws {
        let server = try EvilServer(["/a.png": [.status(503), .status(304)]])
        let answer = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/a.png")), validators: Self.known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.attempts == 2)
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["\"1\"", "\"1\""])
    }

    @Test func onlyTheAddressThatGaveTheCopyIsAskedAboutIt() async throws {
        let server = try EvilServer(["/a": [.status(404)], "/b": [.status(304)]])
        let resource = RemoteResource(
            url: server.url("/a"), name: "a", alternatives: [.init(url: server.url("/b"), name: "b")])
        var known = Self.known
        known.address = "b"
        let answer = try await HTTPLoader.local().load(resource, validators: known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.sourceIndex == 1)
        #expect(news.validators.address == "b")
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    }

    @Test func theQuestionIsAskedAtTheEndOfRedirectsToo() async throws {
        let other = try EvilServer(["/b": [.status(304)]])
        let server = try EvilServer(["/a": [.redirect(other.url("/b").absoluteString)]])
        let answer = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/a"), headers: ["X-Own": "1"]), validators: Self.known)
        guard case .notModified = answer else { throw UnexpectedSuccess() }
        #expect(other.requests.map { $0.headers["if-none-match"] } == ["\"1\""])
        #expect(other.requests.map { $0.headers["x-own"] } == [nil])
    }

    @Test func aConditionalTransferIsNotSharedWithAnUnconditionalOne() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture()).after(.untilRequested(2))]])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        async let one = loader.load(resource)
        async let two = loader.load(resource, validators: Self.known)
        _ = try await (one, two)
        #expect(server.requests.count == 2)
    }

    // A connection that is used again shows that nothing was waited for or broken off.
    @Test func a304LeavesTheConnectionOpen() async throws {
        let server = try EvilServer([
            "/a.png": [.status(304)], "/b.png": [Reply(steps: [.send(Data("HTTP/1.1 304 x\r\n\r\n".utf8))])],
        ])
        let loader = HTTPLoader.local()
        for path in ["/b.png", "/a.png", "/b.png"] {
            _ = try await loader.load(RemoteResource(url: server.url(path)), validators: Self.known)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func aTagThatCannotBeSentIsNotSent() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let known = ResponseValidators(etag: "\"1\"\r\nX-Evil: 1")
        _ = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")), validators: known)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(server.requests.map { $0.headers["x-evil"] } == [nil])
        // Nor is a 304 taken for an answer to what was not asked.
        let silent = try EvilServer(["/a.png": [.status(304)]])
        await #expect(throws: LoadingError.self) {
            try await HTTPLoader.local().load(RemoteResource(url: silent.url("/a.png")), validators: known)
        }
    }
}
