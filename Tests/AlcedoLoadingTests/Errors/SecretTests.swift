import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct SecretTests {
    static let secret = "s3cr3t"

    /// All descriptions of a failed load.
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

    // The host is secret, and so are its addresses.
    @Test func theAddressOfASecretHostIsNotShown() async throws {
        let failures = try await HTTPLoader.local().failures(
            RemoteResource(
                url: try #require(URL(string: "https://10.20.30.40/x")), name: "https://${HOST}/x",
                holdsSecrets: true))
        #expect(
            failures.map(\.description) == [
                "https://${HOST}/x: its host is at a private network, which is refused; if this is intended, add the host "
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

    @Test func sizesThatRoundAlikeAreShownInBytes() {
        #expect(
            LoadingError.NetworkReason.tooLarge(limit: 64_000_000, announced: 64_000_001).description
                == "64000001 bytes, more than the limit of 64000000; raise limits.bytes")
        #expect(
            LoadingError.NetworkReason.tooLarge(limit: 64_000_000, announced: 65_000_000).description
                == "65 MB, larger than the limit of 64 MB; raise limits.bytes")
    }

    @Test func everyMessageIsOneLine() {
        let failure = LoadingError.NetworkFailure(name: "https://a\nb", reason: .status(404), attempts: 1)
        #expect(LoadingError.network([failure]).description.contains("\n") == false)
        #expect(LoadingError.file(path: "a\r\nb", .changedWhileReading).description.contains("\n") == false)
    }

    // libcurl's codes: curl/curl.h, `CURLcode`.
    @Test func certificateErrorsDifferFromBrokenConnections() {
        // CURLE_PEER_FAILED_VERIFICATION: expired, self-signed, another host's.
        // As OpenSSL 1.1 and 3, and GnuTLS, say it through libcurl 7.88 and 8.
        for (message, fault) in [
            ("SSL certificate problem: certificate has expired", .expired),
            ("server certificate expiration date has passed.", .expired),
            ("SSL certificate problem: certificate is not yet valid", .notYetValid),
            ("SSL certificate problem: self signed certificate", .selfSigned),
            ("SSL certificate problem: self-signed certificate", .selfSigned),
            ("SSL certificate problem: self-signed certificate in certificate chain", .untrusted),
            ("SSL certificate problem: unable to get local issuer certificate", .untrusted),
            ("SSL: no alternative certificate subject name matches target host name 'a.example'", .otherHost),
            ("SSL: certificate subject name (a) does not match target host name 'b'", .otherHost),
            ("server certificate verification failed. CAfile: none CRLfile: none", .untrusted),
            ("", .untrusted),
        ] as [(String, LoadingError.NetworkReason.CertificateFault)] {
            #expect(TransportError.certificateFault(in: message) == fault, "\(message)")
        }
        #expect(TransportError.reason(for: 60, afterResponse: false) == .untrustedCertificate(.untrusted))
        // CURLE_SSL_CONNECT_ERROR: the connection broke while it was being secured.
        let reset = TransportError.reason(for: 35, afterResponse: false)
        #expect(reset == .transport(code: 35))
        #expect(reset.description == "the transfer failed (libcurl 35: SSL connect error); try again later")
        #expect(reset.isTransient && !LoadingError.NetworkReason.untrustedCertificate(.expired).isTransient)
        // CURLE_RECV_ERROR, CURLE_PARTIAL_FILE.
        #expect(TransportError.reason(for: 56, afterResponse: true) == .connectionLost)
        #expect(TransportError.reason(for: 18, afterResponse: true) == .connectionLost)
    }
}
