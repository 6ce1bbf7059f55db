import Testing

@testable import AlcedoLoading

@Suite struct IPAddressTests {
    // The first and the last address of each block of IANA's registries (IPv4 and IPv6 Special-Purpose Address Space,
    // as of 2024-10), and what clouds document for their metadata services.
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
        "172.31.255.255",
        "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.1", "192.88.99.1", "192.168.0.0",
        "192.168.255.255",
        "198.18.0.0", "198.19.255.255", "198.51.100.255", "203.0.113.0", "224.0.0.1", "239.255.255.255",
        "240.0.0.0",
        "255.255.255.255", "168.63.129.16", "100.100.100.200",
        "::", "::1", "fc00::", "fdff:ffff::1", "fd00:ec2::254", "fd20:ce::254", "fe80::1", "febf::1",
        "fec0::1", "ff02::1",
        "100::1", "2001:db8::1", "2001::1", "2001:2::1", "2001:10::1", "3fff::1", "5f00::1", "4000::1",
    ])
    func specialPurposeBlocksAreRecognized(_ text: String) throws {
        #expect(try #require(IPAddress(text)).specialPurpose != nil)
    }

    // Neighbours of those blocks, and well-known name servers.
    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
        "8.8.8.8",
        "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "2003::1", "3ffe:ffff::1",
    ])
    func publicAddressesHaveNoSpecialPurpose(_ text: String) throws {
        #expect(try #require(IPAddress(text)).specialPurpose == nil)
    }

    @Test(
        arguments: [
            // Mapped (RFC 4291), compatible, SIIT (RFC 2765), NAT64 (RFC 6052, RFC 8215), 6to4 of 10.0.0.1 (RFC 3056),
            // Teredo with a private client (RFC 4380: the number is inverted), ISATAP (RFC 5214).
            ("::ffff:127.0.0.1", true), ("::ffff:a9fe:a9fe", true), ("::ffff:8.8.8.8", false),
            ("::127.0.0.1", true), ("::8.8.8.8", true), ("::ffff:0:10.0.0.1", true),
            ("64:ff9b::10.0.0.1", true), ("64:ff9b::a9fe:a9fe", true), ("64:ff9b::8.8.8.8", false),
            ("64:ff9b:1::808:808", true), ("2002:a00:1::1", true), ("2002:808:808::1", true),
            ("2001:0:808:808::f5ff:fffe", true),
            ("2606:4700::5efe:10.0.0.1", true), ("2606:4700::200:5efe:10.0.0.1", true),
            ("2606:4700::5efe:8.8.8.8", false),
        ])
    func numbersOfIPv4AreFoundInsideIPv6(_ text: String, _ isSpecial: Bool) throws {
        #expect((try #require(IPAddress(text)).specialPurpose != nil) == isSpecial)
    }

    // Spellings that inet_addr(3) accepts for 127.0.0.1, 10.0.0.1 and 169.254.169.254.
    @Test(arguments: [
        ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("127.0.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("017700000001", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("0xA.0.0.1", "10.0.0.1"), ("10.1", "10.0.0.1"), ("2852039166", "169.254.169.254"), ("[::1]", "::1"),
        ("0", "0.0.0.0"),
    ])
    func unusualSpellingsAreNumbersToo(_ text: String, _ usual: String) throws {
        #expect(try #require(IPAddress(spelledIn: text)).description == usual)
    }

    @Test(arguments: [
        "", "localhost", "1.example", "127.0.0.1 x", "256.0.0.1.example", "0x", "1.2.3.4.5", "::g",
    ])
    func namesAreNotAddresses(_ text: String) {
        #expect(IPAddress(spelledIn: text) == nil)
    }

    @Test func everyRowOfTheTablesCanBeRead() {
        #expect(IPAddress.special4.count == 19)
        #expect(IPAddress.special6.count == 14)
    }
}
