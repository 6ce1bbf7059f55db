import Testing

@testable import AlcedoLoading

@Suite struct HostRuleTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("192.168.1.128/25", "192.168.1.127", false),
        ("192.168.1.128/25", "192.168.1.200", true), ("0.0.0.0/0", "8.8.8.8", true), ("::1", "[::1]", true),
        ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false), ("10.0.0.1", "10.0.0.1", true),
        ("LocalHost", "localhost", true), ("example.org", "www.example.org", false),
        ("0.0.0.0/0", "::1", false),
    ])
    func rulesCoverHosts(rule: String, host: String, expected: Bool) throws {
        #expect(try #require(HostRule(rule)).matches(host: host) == expected)
    }

    @Test(arguments: [
        "", "a b", "*.org", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "http://a", "a..b", "-a",
    ])
    func invalidRulesAreNil(text: String) {
        #expect(HostRule(text) == nil)
    }

    @Test func rulesAreWrittenAsRead() {
        #expect(HostRule("10.0.0.0/8")?.text == "10.0.0.0/8")
        #expect(HostRule("fd00::/8")?.text == "fd00::/8")
    }
}
