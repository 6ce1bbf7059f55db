import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ConditionalTests {
    static let known = ResponseValidators(etag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")

    @Test func theRequestHasBothValidatorsAndTheResponseUpdatesThem() async throws {
        let server = try EvilServer([
            "/a.png": [.status(304, ["ETag": "\"1\"", "Cache-Control": "max-age=9"])]
        ])
        let resource = RemoteResource(url: server.url("/a.png"), name: "one")
        let answer = try await HTTPLoader.local().load(resource, validators: Self.known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.attempts == 1)
        #expect(news.sourceIndex == 0)
        #expect(news.validators.etag == "\"1\"")
        #expect(news.validators.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(news.validators.cacheControl == "max-age=9")
        #expect(resource.isSource(of: news.validators))
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
        #expect(loaded.validators.etag == "\"2\"")
        #expect(loaded.validators.lastModified == nil)
    }

    @Test func withoutValidatorsTheRequestIsUnconditionalAndA304IsAnError() async throws {
        let server = try EvilServer(["/a.png": [.status(304)]])
        let resource = RemoteResource(url: server.url("/a.png"))
        await #expect(throws: LoadingError.self) {
            try await HTTPLoader.local().load(
                resource, validators: ResponseValidators(cacheControl: "max-age=1"))
        }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
    }

    // RFC 9111, 4.3.4: a 304 with another tag does not apply to this copy.
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

    @Test func aRetryRepeatsTheValidators() async throws {
        let server = try EvilServer(["/a.png": [.status(503), .status(304)]])
        let answer = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/a.png")), validators: Self.known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.attempts == 2)
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["\"1\"", "\"1\""])
    }

    @Test func validatorsAreSentOnlyToTheAddressOfTheCopy() async throws {
        let server = try EvilServer([
            "/a": [.status(404)], "/b": [.ok(picture(), ["ETag": "\"1\""]), .status(304)],
        ])
        let resource = RemoteResource(
            url: server.url("/a"), name: "a", alternatives: [.init(url: server.url("/b"), name: "b")])
        let known = try await HTTPLoader.local().load(resource).validators
        let answer = try await HTTPLoader.local().load(resource, validators: known)
        guard case .notModified(let news) = answer else { throw UnexpectedSuccess() }
        #expect(news.sourceIndex == 1)
        #expect(news.validators.address == known.address)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil, nil, "\"1\""])
    }

    @Test func validatorsAreSentOnlyAfterTheLastRedirect() async throws {
        let other = try EvilServer(["/b": [.ok(picture(), ["ETag": "\"1\""]), .status(304)]])
        let server = try EvilServer(["/a": [.redirect(other.url("/b").absoluteString)]])
        let resource = RemoteResource(url: server.url("/a"), headers: ["X-Own": "1"])
        let known = try await HTTPLoader.local().load(resource).validators
        let answer = try await HTTPLoader.local().load(resource, validators: known)
        guard case .notModified = answer else { throw UnexpectedSuccess() }
        #expect(other.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
        #expect(other.requests.map { $0.headers["x-own"] } == [nil, nil])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }

    // RFC 9111, 4.3.1: the second picture is older than the first, so a server that compares dates would say 304; and
    // tags are unique for one address only.
    @Test(arguments: [true, false])
    func aChangedRedirectIsFollowedWithoutValidators(isSameOrigin: Bool) async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let script: [String: [Reply]] = [
            "/new": [.ok(picture(), ["ETag": "\"1\"", "Last-Modified": date])], "/old": [.ok(picture(900))],
        ]
        let other = try EvilServer(script)
        let targets = ["/new", "/old"].map { isSameOrigin ? $0 : other.url($0).absoluteString }
        let server = try EvilServer(
            script.merging(["/latest": targets.map { .redirect($0) }]) { $1 })
        let resource = RemoteResource(url: server.url("/latest"))
        let loader = HTTPLoader.local()
        let known = try await loader.load(resource).validators
        let answer = try await loader.load(resource, validators: known)
        guard case .loaded(let loaded) = answer else { throw UnexpectedSuccess() }
        #expect(loaded.data == picture(900))
        let asked = server.requests + other.requests
        #expect(asked.count == 4)
        for request in asked {
            #expect(request.headers["if-none-match"] == nil)
            #expect(request.headers["if-modified-since"] == nil)
        }
    }

    @Test func a304ToAnUnconditionalRequestIsAnError() async throws {
        let server = try EvilServer(["/a": [.redirect("/b")], "/b": [.status(304)]])
        await #expect(throws: LoadingError.self) {
            try await HTTPLoader.local().load(
                RemoteResource(url: server.url("/a")), validators: Self.known)
        }
    }

    @Test func validatorsAreNotSentWithOtherHeaders() async throws {
        let server = try EvilServer(["/a": [.ok(picture(), ["ETag": "\"1\""])]])
        func resource(_ value: String) -> RemoteResource {
            RemoteResource(url: server.url("/a"), headers: ["X-T": value])
        }
        let known = try await HTTPLoader.local().load(resource("one")).validators
        _ = try await HTTPLoader.local().load(resource("two"), validators: known)
        _ = try await HTTPLoader.local().load(resource("one"), validators: known)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil, "\"1\""])
        #expect(resource("one").isSource(of: known))
        #expect(!resource("two").isSource(of: known))
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

    #if compiler(>=6.2)
        // A connection that is used again shows that nothing was waited for or broken off. In a process of its own: libcurl
        // takes no connection that has been idle for 118 seconds (CURLOPT_MAXAGE_CONN), and other tests keep cores busy.
        @Test func a304LeavesTheConnectionOpen() async {
            await #expect(processExitsWith: .success) {
                let server = try EvilServer([
                    "/a.png": [.status(304)],
                    "/b.png": [Reply(steps: [.send(Data("HTTP/1.1 304 x\r\n\r\n".utf8))])],
                ])
                let loader = HTTPLoader.local()
                for path in ["/b.png", "/a.png", "/b.png"] {
                    _ = try await loader.load(
                        RemoteResource(url: server.url(path)), validators: ConditionalTests.known)
                }
                #expect(server.connectionCount == 1)
            }
        }
    #endif

    @Test func aTagThatCannotBeSentIsNotSent() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let known = ResponseValidators(etag: "\"1\"\r\nX-Evil: 1")
        _ = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png")), validators: known)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(server.requests.map { $0.headers["x-evil"] } == [nil])
        // Nor is a 304 accepted for an unconditional request.
        let silent = try EvilServer(["/a.png": [.status(304)]])
        await #expect(throws: LoadingError.self) {
            try await HTTPLoader.local().load(RemoteResource(url: silent.url("/a.png")), validators: known)
        }
    }
}
