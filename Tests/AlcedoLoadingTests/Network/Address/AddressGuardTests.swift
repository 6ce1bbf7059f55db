import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct AddressGuardTests {
    static let book = NameBook([
        "public.example": ["8.8.8.8", "2001:4860:4860::8888"], "inside.example": ["10.1.2.3"],
        "both.example": ["8.8.8.8", "169.254.169.254"], "sixth.example": ["::ffff:192.168.0.1"],
        "hidden.example": ["64:ff9b::7f00:1"],
    ])

    static func objection(
        to text: String, allow: [String] = [], proxies: [String: String] = [:]
    ) async throws -> LoadingError.NetworkReason? {
        let addresses = AddressGuard(
            policy: AddressPolicy(allow: allow), resolver: book, proxies: ProxyEnvironment(proxies))
        return try await addresses.objection(to: try #require(URL(string: text)), within: .seconds(3600))
    }

    @Test(
        arguments: [
            ("https://public.example/", nil), ("https://inside.example/", "10.1.2.3"),
            ("https://both.example/", "169.254.169.254"), ("https://sixth.example/", "::ffff:192.168.0.1"),
            ("https://hidden.example/", "64:ff9b::7f00:1"), ("https://127.0.0.1/", "127.0.0.1"),
            ("https://[::1]/", "::1"), ("https://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1"),
            ("https://[fd00:ec2::254]/", "fd00:ec2::254"), ("https://2130706433/", "127.0.0.1"),
            ("https://0x7f.1/", "127.0.0.1"), ("https://0177.0.0.1/", "127.0.0.1"),
            ("https://127.1/", "127.0.0.1"),
            ("https://127.0.0.1./", "127.0.0.1"), ("https://8.8.8.8/", nil),
            ("https://[2606:4700::1111]/", nil),
        ] as [(String, String?)])
    func everyAddressOfAHostHasToBePublic(_ url: String, _ refused: String?) async throws {
        let objection = try await Self.objection(to: url)
        guard let refused else {
            #expect(objection == nil)
            return
        }
        guard case .addressRefused(let address, _) = objection else {
            Issue.record("\(url) is not refused")
            return
        }
        #expect(address == refused)
    }

    @Test(
        arguments: [
            (["inside.example"], "https://inside.example/", true),
            (["INSIDE.example."], "https://inside.example/", true),
            (["10.0.0.0/8"], "https://inside.example/", true),
            (["10.1.2.3"], "https://inside.example/", true),
            (["10.2.0.0/16"], "https://inside.example/", false),
            (["other.example"], "https://inside.example/", false),
            (["10.0.0.0/8"], "https://both.example/", false),
            (["192.168.0.0/16"], "https://sixth.example/", true),
            (["127.0.0.0/8"], "https://127.0.0.1/", true), (["127.0.0.0/8"], "https://2130706433/", true),
            (["127.0.0.0/8"], "https://[::1]/", false), (["::1"], "https://[::1]/", true),
            (["localhost"], "https://127.0.0.1/", false),
            // Allowing an address does not allow addresses behind a gateway to it.
            (["127.0.0.0/8"], "https://hidden.example/", false),
            (["64:ff9b::/96"], "https://hidden.example/", true),
        ])
    func whatTheConfigurationNamesMayBeAnywhere(_ allow: [String], _ url: String, _ isAllowed: Bool)
        async throws
    {
        #expect((try await Self.objection(to: url, allow: allow) == nil) == isAllowed)
    }

    // Behind a proxy, the proxy resolves the name.
    @Test func aNameThatIsAllowedIsOnlyLookedUpToGoThere() async throws {
        for (proxies, asked) in [([:], ["inside.example"]), (["https_proxy": "http://p:1"], [])] {
            let book = NameBook(["inside.example": ["10.1.2.3"]])
            let addresses = AddressGuard(
                policy: AddressPolicy(allow: ["inside.example"]), resolver: book,
                proxies: ProxyEnvironment(proxies))
            let url = try #require(URL(string: "https://inside.example/"))
            let route = try await addresses.route(to: url, within: .seconds(3600)).get()
            #expect(
                route
                    == (asked.isEmpty
                        ? .proxy(words: "p:1 (https_proxy)") : .direct([try #require(IPAddress("10.1.2.3"))]))
            )
            #expect(book.asked == asked)
        }
    }

    @Test(
        arguments: [
            (["https_proxy": "http://127.0.0.1:9"], "https://a.example/", "127.0.0.1:9 (https_proxy)"),
            (["HTTPS_PROXY": "127.0.0.1:9"], "https://a.example/", "127.0.0.1:9 (HTTPS_PROXY)"),
            (["http_proxy": "http://p:1/"], "http://a.example/", "p:1 (http_proxy)"),
            (["all_proxy": "socks5h://p:1"], "https://a.example/", "p:1 (all_proxy)"),
            (["ALL_PROXY": "http://[::1]:3128"], "http://a.example/", "[::1]:3128 (ALL_PROXY)"),
            // The first that libcurl takes.
            (
                ["https_proxy": "p:1", "HTTPS_PROXY": "q:1", "all_proxy": "r:1"], "https://a.example/",
                "p:1 (https_proxy)"
            ),
            (["https_proxy": "", "ALL_PROXY": "r:1"], "https://a.example/", "r:1 (ALL_PROXY)"),
            // No secrets, not even of what is no address.
            (["https_proxy": "http://ada:secret@p:1"], "https://a.example/", "p:1 (https_proxy)"),
            (["https_proxy": "http://ada:sec/r@et@p:1/x?y"], "https://a.example/", "p:1 (https_proxy)"),
            (["https_proxy": "ada:secret@p:1\nb"], "https://a.example/", "p:1 (https_proxy)"),
        ] as [([String: String], String, String)])
    func messagesNameTheProxyAndItsVariable(_ variables: [String: String], _ url: String, _ expected: String)
        throws
    {
        #expect(ProxyEnvironment(variables).words(for: try #require(URL(string: url))) == expected)
    }

    // libcurl's behaviour was tested with 7.88 and a proxy that logs requests.
    @Test(
        arguments: [
            (["https_proxy": "http://p:1"], "https://nowhere.example/", true),
            (["HTTPS_PROXY": "http://p:1"], "https://nowhere.example/", true),
            (["http_proxy": "http://p:1"], "http://nowhere.example/", true),
            (["HTTP_PROXY": "http://p:1"], "http://nowhere.example/", false),
            (["ALL_PROXY": "http://p:1"], "https://nowhere.example/", true),
            (["http_proxy": "http://p:1"], "https://nowhere.example/", false),
            (["https_proxy": ""], "https://nowhere.example/", false),
            (
                ["https_proxy": "http://p:1", "no_proxy": "a, .example"], "https://nowhere.example/",
                false
            ),
            (["https_proxy": "http://p:1", "NO_PROXY": "*"], "https://nowhere.example/", false),
            (
                ["https_proxy": "http://p:1", "no_proxy": "where.example"], "https://nowhere.example/",
                true
            ),
        ])
    func behindAProxyANameNeedsNoAddressHere(
        _ proxies: [String: String], _ url: String, _ isLeftToProxy: Bool
    ) async throws {
        let objection = try await Self.objection(to: url, proxies: proxies)
        #expect(objection == (isLeftToProxy ? nil : .unknownHost))
    }

    @Test func whatIsKnownToBePrivateIsRefusedBehindAProxyToo() async throws {
        let proxies = ["https_proxy": "http://p:1"]
        #expect(try await Self.objection(to: "https://inside.example/", proxies: proxies) != nil)
        #expect(try await Self.objection(to: "https://169.254.169.254/", proxies: proxies) != nil)
    }

    // The name server may be unreachable if a proxy is needed.
    @Test func behindAProxyASilentNameServerIsNotAnError() async throws {
        let url = try #require(URL(string: "https://nowhere.example/"))
        for (proxies, expected) in [
            (["https_proxy": "http://p:1"], nil), ([:], LoadingError.NetworkReason.timedOut(seconds: 0.01)),
        ] {
            let addresses = AddressGuard(
                policy: AddressPolicy(allow: []), resolver: Silent(), proxies: ProxyEnvironment(proxies))
            #expect(try await addresses.objection(to: url, within: .milliseconds(10)) == expected)
        }
    }

    struct Silent: HostResolver {
        var asked = Box(0)
        func addresses(of host: String) async throws -> [IPAddress] {
            asked.with { $0 += 1 }
            try await Task.sleep(for: .seconds(3600))
            return []
        }
    }

    // MARK: In the loader

    @Test func nothingIsSentToAPrivateAddress() async throws {
        let naps = Naps()
        let loader = HTTPLoader.local(naps: naps, resolver: Self.book)
        let failures = try await loader.failures(
            RemoteResource(url: try #require(URL(string: "https://inside.example/a.png"))))
        #expect(
            failures.map(\.reason) == [.addressRefused(address: "10.1.2.3", purpose: "a private network")])
        #expect(failures.map(\.attempts) == [0])
        #expect(naps.taken.isEmpty)
        #expect(
            "\(failures[0])"
                == "https://inside.example/a.png: its host is at 10.1.2.3, a private network, which is refused; "
                + "if this is intended, add the host to network.allow")
    }

    @Test(arguments: [
        "https://inside.example/", "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:169.254.169.254]/",
        "https://2852039166/", "https://[::1]:1/",
    ])
    func noRedirectLeadsToAPrivateAddress(_ target: String) async throws {
        let server = try EvilServer(["/a.png": [.redirect(target)]])
        let failures = try await HTTPLoader.local(resolver: Self.book)
            .failures(RemoteResource(url: server.url("/a.png")))
        guard case .addressRefused = failures.first?.reason else {
            Issue.record("\(failures)")
            return
        }
        #expect(failures.map(\.attempts) == [1])
        #expect(failures.first?.redirectedTo != nil)
        #expect(server.requests.count == 1)
    }

    @Test func aNameWithoutAnAddressIsLookedUpOnce() async throws {
        let book = NameBook()
        let naps = Naps()
        let loader = HTTPLoader.local(naps: naps, resolver: book)
        #expect(try await loader.reason(try #require(URL(string: "https://a.example/"))) == .unknownHost)
        #expect(book.asked == ["a.example"])
        #expect(naps.taken.isEmpty)
    }

    @Test func lookingUpTakesFromTheTimeOfTheAttempt() async throws {
        let loader = HTTPLoader.local(
            .local {
                $0.timeout = 0.05
                $0.retries = 1
            }, resolver: Silent())
        let failures = try await loader.failures(
            RemoteResource(url: try #require(URL(string: "https://a.example/"))))
        #expect(failures.map(\.reason) == [.timedOut(seconds: 0.05)])
        #expect(failures.map(\.attempts) == [0])
    }

    @Test func aLookUpCanBeCancelled() async throws {
        let asked = Box(0)
        let loader = HTTPLoader.local(resolver: Silent(asked: asked))
        let url = try #require(URL(string: "https://a.example/"))
        let task = Task { try await loader.load(RemoteResource(url: url)) }
        try await until { asked.with { $0 > 0 } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // RFC 6761, 6.3: localhost is the loopback addresses and nothing else.
    @Test func theSystemKnowsThisMachine() async throws {
        let resolver = SystemResolver()
        let addresses = try await resolver.addresses(of: "localhost")
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.specialPurpose == "this machine" })
        #expect(try await resolver.addresses(of: "localhost") == addresses)
    }

    // A part of a name has at most 63 characters (RFC 1035, 2.3.4), so no name server is asked.
    @Test func theSystemKnowsNoInvalidName() async throws {
        await #expect(throws: UnknownHost.self) {
            try await SystemResolver().addresses(of: String(repeating: "a", count: 64) + ".invalid")
        }
    }
}

extension AddressGuard {
    /// Returns why nothing may be sent to the host of `url`, or `nil`.
    func objection(to url: URL, within time: Duration) async throws -> LoadingError.NetworkReason? {
        guard case .failure(let objection) = try await route(to: url, within: time) else { return nil }
        return objection.reason
    }
}
