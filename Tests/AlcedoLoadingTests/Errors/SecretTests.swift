import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SecretTests {
    static let secret = "s3cr3t"

    /// What a failing load says in every way that there is to say it.
    private func words(
        _ url: URL, _ server: EvilServer, _ change: (inout NetworkConfiguration) -> Void = { _ in }
    ) async -> String {
        let resource = RemoteResource(
            url: url, name: "https://example.org/${TOKEN}/a.png?key=${TOKEN}",
            headers: ["Authorization": "Bearer \(Self.secret)"],
            alternatives: [.init(url: server.url("/\(Self.secret)"), name: "https://mirror/${TOKEN}")])
        do {
            _ = try await HTTPLoader.local(.local(change)).load(resource)
            return "no error"
        } catch {
            var dumped = ""
            dump(error, to: &dumped)
            return
                "\(error) \(error.localizedDescription) \(String(reflecting: error)) \(dumped) \(resource) "
                + "\(String(reflecting: resource)) \(Source.network(resource)) \(Source.network(resource).cacheKey)"
        }
    }

    @Test(
        arguments: [
            .status(404), .status(503), .status(401, ["WWW-Authenticate": "Basic realm=\"\(secret)\""]),
            .ok(Data("<html>\(secret)".utf8)), .announcing(100, picture(50), then: [.close]),
            Reply(steps: [.reset]),
            .redirect("/\(secret)?k=\(secret)"), .redirect("ftp://example.org/\(secret)?k=\(secret)"),
            .redirect("http://\(secret):\(secret)@localhost/"), .redirect("https://\(secret).invalid/"),
            .redirect("http://["),
            .announcing(70_000_000, Data(), then: [.close]),
        ] as [Reply])
    func noErrorHoldsASecret(_ reply: Reply) async throws {
        let path = "/\(Self.secret)/a.png?key=\(Self.secret)"
        let server = try EvilServer([path: [reply]])
        let words = await words(server.url(path), server)
        #expect(words.contains("${TOKEN}"))
        #expect(!words.contains(Self.secret))
        #expect(!words.contains("\n\n"))
    }

    @Test(
        arguments: [
            "https://\(secret).invalid/\(secret)", "https://me:\(secret)@127.0.0.1/",
            "http://192.0.2.1/\(secret)",
            "\(secret)://127.0.0.1/", "https://127.0.0.1:1/\(secret)",
        ])
    func noRefusalHoldsASecret(_ address: String) async throws {
        let server = try EvilServer([:])
        let words = await words(try #require(URL(string: address)), server)
        #expect(words.contains("${TOKEN}"))
        #expect(!words.contains(Self.secret))
    }

    // What is secret is the host, and what it leads to is as good as that.
    @Test func theNumberOfASecretHostIsNotTold() async throws {
        let failures = try await HTTPLoader.local().failures(
            RemoteResource(
                url: try #require(URL(string: "https://10.20.30.40/x")), name: "https://${HOST}/x",
                holdsSecrets: true))
        #expect(
            failures.map(\.description) == [
                "https://${HOST}/x: its host is at a private network, which is refused; if that is meant, add the host "
                    + "to network.allow"
            ])
        let server = try EvilServer(["/a": [.redirect("https://hunter2.invalid/")]])
        let redirected = try await HTTPLoader.local(resolver: NameBook()).failures(
            RemoteResource(url: server.url("/a"), name: "a", headers: ["X-Key": "hunter2"]))
        #expect(
            redirected.map(\.description) == [
                "a (redirected to another host): no such host; check the address and the connection"
            ])
    }

    @Test func aNameMadeFromAnAddressLosesWhatIsUsuallySecret() throws {
        let url = try #require(
            URL(string: "https://me:pw@example.org:8443/a%20b.png?key=\(Self.secret)#part"))
        #expect(RemoteResource(url: url).name == "https://example.org:8443/a%20b.png")
    }

    @Test func sizesThatLookTheSameAreToldToTheByte() {
        #expect(
            NetworkReason.tooLarge(limit: 64_000_000, announced: 64_000_001).description
                == "64000001 bytes, more than the limit of 64000000; raise limits.bytes")
        #expect(
            NetworkReason.tooLarge(limit: 64_000_000, announced: 65_000_000).description
                == "65 MB, larger than the limit of 64 MB; raise limits.bytes")
    }

    @Test func everyMessageIsOneLine() {
        let failure = NetworkFailure(name: "https://a\nb", reason: .status(404), attempts: 1)
        #expect(LoadingError.network([failure]).description.contains("\n") == false)
        #expect(LoadingError.file(path: "a\r\nb", .changedWhileReading).description.contains("\n") == false)
    }

    // The words of libcurl 7.88 for certificates that are expired, self-signed, and another host's.
    @Test(arguments: [
        "SSL certificate problem: certificate has expired",
        "SSL certificate problem: self-signed certificate",
        "SSL: no alternative certificate subject name matches target host name 'localhost'",
    ])
    func certificatesAreToldFromBrokenConnections(_ text: String) {
        func error(_ text: String) -> NSError {
            NSError(
                domain: NSURLErrorDomain, code: URLError.Code.unknown.rawValue,
                userInfo: [NSLocalizedDescriptionKey: text])
        }
        #expect(TransportError.reason(for: error(text), afterResponse: false) == .untrustedCertificate)
        let reset = TransportError.reason(for: error("OpenSSL SSL_read: reset"), afterResponse: false)
        #expect(reset == .transport(code: -1))
        #expect(reset.isTransient && !NetworkReason.untrustedCertificate.isTransient)
        #expect(TransportError.reason(for: error("transfer closed"), afterResponse: true) == .connectionLost)
    }
}
