import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct RedirectTests {
    static let headers = ["Authorization": "Bearer s3cret", "Cookie": "id=1", "X-Own": "1"]

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsAreFollowedToTheFinalAddress(_ status: Int) async throws {
        let server = try EvilServer([
            "/a/x.png": [.redirect("../b/y.png", status: status)], "/b/y.png": [.ok(picture())],
        ])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a/x.png")))
        #expect(loaded.data == picture())
        #expect(loaded.url == server.url("/b/y.png"))
        #expect(loaded.attempts == 1)
    }

    @Test func headersStayWithTheirOrigin() async throws {
        let other = try EvilServer(["/y.png": [.ok(picture())]])
        let server = try EvilServer([
            "/x.png": [.redirect("/here.png")],
            "/here.png": [.redirect("http://127.0.0.1:\(other.port)/y.png")],
        ])
        _ = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/x.png"), headers: Self.headers))
        for request in server.requests {
            #expect(request.headers["authorization"] == "Bearer s3cret")
            #expect(request.headers["x-own"] == "1")
        }
        #expect(server.requests.count == 2)
        let stranger = try #require(other.requests.first)
        #expect(stranger.headers["authorization"] == nil)
        #expect(stranger.headers["cookie"] == nil)
        #expect(stranger.headers["x-own"] == nil)
        #expect(stranger.headers["user-agent"] == "Alcedo")
    }

    @Test func anotherNameOfTheSameMachineIsAnotherOrigin() async throws {
        let other = try EvilServer(["/y.png": [.ok(picture())]])
        let server = try EvilServer(["/x.png": [.redirect("http://localhost:\(other.port)/y.png")]])
        _ = try await HTTPLoader.local().load(
            RemoteResource(url: server.url("/x.png"), headers: Self.headers))
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func headersDoNotComeBackWithTheOrigin() async throws {
        // There and back again: the port of the first server is known only when it runs, so the way back leads
        // through a handler that knows it.
        let server = try EvilServer(["/x.png": [.redirect("/away")], "/z.png": [.ok(picture())]])
        let detour = try EvilServer(["/y.png": [.redirect(server.url("/z.png").absoluteString)]])
        let away = detour.url("/y.png")
        let handler = Handler { request in
            var request = request
            if request.url.path == "/away" { request.url = away }
            return request
        }
        let loader = HTTPLoader.local(redirectHandler: handler)
        _ = try await loader.load(RemoteResource(url: server.url("/x.png"), headers: Self.headers))
        #expect(server.requests.map(\.path) == ["/x.png", "/z.png"])
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer s3cret", nil])
        #expect(detour.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func fiveRedirectsAreFollowedAndNotSix() async throws {
        var script: [String: [Reply]] = ["/0": [.ok(picture())]]
        for step in 1...6 { script["/\(step)"] = [.redirect("/\(step - 1)")] }
        let server = try EvilServer(script)
        let loader = HTTPLoader.local()
        #expect(try await loader.load(RemoteResource(url: server.url("/5"))).data == picture())
        #expect(server.requests.count == 6)
        #expect(try await loader.reason(server.url("/6")) == .tooManyRedirects(limit: 5))
        #expect(server.requests.count == 12)
    }

    @Test func aLoopEnds() async throws {
        let server = try EvilServer(["/a": [.redirect("/b")], "/b": [.redirect("/a")]])
        #expect(try await HTTPLoader.local().reason(server.url("/a")) == .tooManyRedirects(limit: 5))
    }

    @Test func aRedirectWithoutATargetIsAnError() async throws {
        let server = try EvilServer(["/a": [.status(302)]])
        #expect(try await HTTPLoader.local().reason(server.url("/a")) == .status(302))
    }

    @Test(
        arguments: [
            ("http://example.invalid/a.png", LoadingError.NetworkReason.plainHTTP),
            ("file:///etc/passwd", .unsupportedScheme),
            ("ftp://127.0.0.1/a.png", .unsupportedScheme), ("http://me:pw@127.0.0.1/a.png", .userInfo),
        ])
    func everyHopIsCheckedLikeTheFirst(_ target: String, _ reason: LoadingError.NetworkReason) async throws {
        let server = try EvilServer(["/a": [.redirect(target)]])
        #expect(try await HTTPLoader.local().reason(server.url("/a")) == reason)
    }

    @Test func aRedirectToNoHostNamesNone() async throws {
        let server = try EvilServer(["/a": [.redirect("file:///etc/passwd")]])
        let resource = RemoteResource(url: server.url("/a"), name: "http://h/a")
        let failure = try #require(try await HTTPLoader.local().failures(resource).first)
        #expect(failure.redirectedTo == nil)
        #expect(failure.description.hasPrefix("http://h/a: only https and http are loaded"))
    }

    @Test func failureBehindARedirectNamesTheOtherHost() async throws {
        let server = try EvilServer(["/a": [.redirect("http://example.invalid/login?token=x")]])
        let resource = RemoteResource(url: server.url("/a"), name: "http://h/a")
        let failure = try #require(try await HTTPLoader.local().failures(resource).first)
        #expect(failure.redirectedTo == "example.invalid")
        #expect(
            failure.description
                == "http://h/a (redirected to example.invalid): plain http is refused; "
                + "use https, or add the host to network.allow")
    }

    private struct Handler: RedirectHandler {
        let answer: @Sendable (DownloadRequest) -> DownloadRequest?
        func redirected(_ request: DownloadRequest, from response: DownloadResponse) async -> DownloadRequest?
        {
            response.statusCode == 302 ? answer(request) : nil
        }
    }

    @Test func theHandlerMayRefuse() async throws {
        let server = try EvilServer(["/a": [.redirect("/b")], "/b": [.ok(picture())]])
        let loader = HTTPLoader.local(redirectHandler: Handler { _ in nil })
        #expect(try await loader.reason(server.url("/a")) == .refusedByRedirectHandler)
        #expect(server.requests.count == 1)
    }

    @Test func whatTheHandlerGivesIsCheckedAndLosesItsHeadersElsewhere() async throws {
        let other = try EvilServer(["/b": [.ok(picture())]])
        let server = try EvilServer(["/a": [.redirect("/b")], "/c": [.redirect("/d")]])
        let elsewhere = other.url("/b")
        let loader = HTTPLoader.local(
            redirectHandler: Handler { request in
                var request = request
                request.url = request.url.path == "/b" ? elsewhere : URL(filePath: "/etc/passwd")
                return request
            })
        _ = try await loader.load(RemoteResource(url: server.url("/a"), headers: Self.headers))
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
        #expect(try await loader.reason(server.url("/c")) == .unsupportedScheme)
    }
}
