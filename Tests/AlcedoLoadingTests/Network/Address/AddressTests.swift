import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct AddressTests {
    @Test(
        arguments: [
            ("https://example.org/a.png", nil), ("HTTPS://EXAMPLE.ORG/a.png", nil),
            ("https://[2001:db8::1]/a", nil),
            ("http://example.org/a.png", LoadingError.NetworkReason.plainHTTP),
            ("http://localhost:8123/a.png", nil),
            ("http://LocalHost./a.png", nil), ("http://10.1.2.3/a.png", nil),
            ("http://11.1.2.3/a.png", .plainHTTP),
            ("http://[::1]/a.png", nil), ("http://[::2]/a.png", .plainHTTP),
            ("http://localhost.example.org/", .plainHTTP), ("http://notlocalhost/", .plainHTTP),
            ("ftp://localhost/a.png", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
            ("data:image/png;base64,AAAA", .unsupportedScheme), ("a.png", .unsupportedScheme),
            ("https:///a.png", .invalidURL), ("https://user@example.org/a", .userInfo),
            ("https://user:pw@example.org/a", .userInfo), ("http://localhost%2Eevil.example/", .plainHTTP),
            ("https://local%20host/", .invalidURL),
        ] as [(String, LoadingError.NetworkReason?)])
    func addressesAreJudgedByTheirText(_ text: String, _ objection: LoadingError.NetworkReason?) throws {
        let policy = AddressPolicy(allow: ["localhost", "10.0.0.0/8", "::1"])
        let url = try #require(URL(string: text))
        #expect(policy.objection(to: url, redirectedFrom: nil) == objection)
    }

    @Test func noRedirectLeadsFromHTTPSToHTTP() throws {
        let policy = AddressPolicy(allow: ["localhost"])
        let url = try #require(URL(string: "http://localhost/a.png"))
        let secure = Origin(try #require(URL(string: "https://localhost/")))
        let plain = Origin(try #require(URL(string: "http://localhost:81/")))
        #expect(policy.objection(to: url, redirectedFrom: secure) == .insecureRedirect)
        #expect(policy.objection(to: url, redirectedFrom: plain) == nil)
    }

    @Test(
        arguments: [
            ("https://a.example/x", "https://A.example.:443/y", true),
            ("http://a.example/", "http://a.example:80/", true),
            ("https://a.example/", "http://a.example/", false),
            ("https://a.example/", "https://a.example:444/", false),
            ("https://a.example/", "https://b.a.example/", false),
        ])
    func anOriginIsSchemeHostAndPort(_ one: String, _ two: String, _ same: Bool) throws {
        let (one, two) = (try #require(URL(string: one)), try #require(URL(string: two)))
        #expect((Origin(one) == Origin(two)) == same)
    }

    @Test(
        arguments: [
            ("192.168.0.0/16", "192.168.255.1", true), ("192.168.0.0/16", "192.169.0.1", false),
            ("10.0.0.0/9", "10.127.255.255", true), ("10.0.0.0/9", "10.128.0.0", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("fd00::/8", "fdff::1", true), ("fd00::/8", "[fdff::1]", true), ("fd00::/8", "fe00::1", false),
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("::1", "0:0:0:0:0:0:0:1", true),
            ("example.org", "EXAMPLE.org.", true), ("example.org", "www.example.org", false),
            ("10.0.0.0/8", "10.example.org", false),
        ])
    func rulesMatchNamesAddressesAndBlocks(_ rule: String, _ host: String, _ matches: Bool) throws {
        #expect(try #require(HostRule(rule)).matches(host: host) == matches)
    }

    @Test(arguments: [
        "", "example.org:80", "http://example.org", "10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.0/x", "a b",
    ])
    func invalidRulesAreRejected(_ text: String) {
        #expect(HostRule(text) == nil)
    }

    @Test(arguments: [
        ("X-A", "b\r\nHost: evil"), ("X-A", "b\nc"), ("X A", "b"), ("", "b"), ("X-A:", "b"), ("X-A", "\u{0}"),
    ])
    func headersThatWouldBecomeOthersAreRefused(_ name: String, _ value: String) async throws {
        let resource = RemoteResource(
            url: try #require(URL(string: "https://example.invalid/a.png")), headers: [name: value])
        let failures = try await HTTPLoader.local().failures(resource)
        #expect(failures.map(\.reason) == [.invalidHeader(name)])
        #expect(failures.map(\.attempts) == [0])
    }

    private struct Modifier: RequestModifier {
        let change: @Sendable (DownloadRequest) throws -> DownloadRequest?
        func modified(_ request: DownloadRequest) async throws -> DownloadRequest? { try change(request) }
    }

    @Test func theModifierSignsRequests() async throws {
        let server = try EvilServer(["/a": [.redirect("/b")], "/b": [.ok(picture())]])
        let loader = HTTPLoader.local(
            requestModifier: Modifier { request in
                var request = request
                request.setValue("ok", forHTTPHeaderField: "X-Signed")
                return request
            })
        _ = try await loader.load(RemoteResource(url: server.url("/a")))
        #expect(server.requests.map { $0.headers["x-signed"] } == ["ok", "ok"])
    }

    @Test func theModifierMayRefuseAndItsErrorIsNotPrinted() async throws {
        struct Secretive: Error { let text = "s3cret" }
        let url = try #require(URL(string: "https://example.invalid/a.png"))
        #expect(
            try await HTTPLoader.local(requestModifier: Modifier { _ in nil }).reason(url)
                == .refusedByModifier)
        let failures = try await HTTPLoader.local(requestModifier: Modifier { _ in throw Secretive() })
            .failures(RemoteResource(url: url))
        #expect(failures.map(\.reason) == [.refusedByModifier])
        #expect(!"\(failures)".contains("s3cret"))
    }

    @Test func whatTheModifierGivesIsChecked() async throws {
        let loader = HTTPLoader.local(
            requestModifier: Modifier { request in
                var request = request
                request.url = URL(filePath: "/etc/passwd")
                return request
            })
        let url = try #require(URL(string: "https://example.invalid/a.png"))
        #expect(try await loader.reason(url) == .unsupportedScheme)
    }
}
