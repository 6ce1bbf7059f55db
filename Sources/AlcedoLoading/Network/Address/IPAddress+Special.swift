extension IPAddress {
    /// The purpose of a special-purpose address, which no public server has; `nil` for a public address.
    ///
    /// From IANA's registries of special-purpose addresses (RFC 6890), plus the metadata addresses at which clouds
    /// serve secrets to their machines. IPv6 addresses outside global unicast (2000::/3) are all refused. An embedded
    /// IPv4 address is judged like any other where a gateway leads to it: mapped, NAT64 (RFC 6052) and ISATAP. The
    /// relays of 6to4 and Teredo are gone; the destination of their addresses is unknown, so they are refused.
    var specialPurpose: String? {
        if bytes.count == 4 { return Self.meaning(of: self, in: Self.special4) }
        if unmapped != self { return unmapped.specialPurpose }
        if Self.translated?.contains(self) == true { return embedded(at: 12).specialPurpose }
        if let meaning = Self.meaning(of: self, in: Self.special6) { return meaning }
        guard Self.unicast?.contains(self) == true else { return "a reserved address" }
        // RFC 5214, 6.1: the last 64 bits are [02]00:5efe and an IPv4 address.
        if bytes[8] & 0xFD == 0, bytes[9...11].elementsEqual([0, 0x5E, 0xFE]) {
            return embedded(at: 12).specialPurpose
        }
        return nil
    }

    private static func meaning(
        of address: IPAddress, in table: [(block: AddressBlock, meaning: String)]
    ) -> String? {
        table.first { $0.block.contains(address) }?.meaning
    }

    private static let translated = AddressBlock("64:ff9b::/96")
    private static let unicast = AddressBlock("2000::/3")

    /// An invalid row would be dropped, and its addresses would pass; a test counts the rows.
    static let special4 = table([
        ("169.254.169.254", "a cloud's metadata service"), ("100.100.100.200", "a cloud's metadata service"),
        ("168.63.129.16", "a cloud's metadata service"), ("192.0.0.192", "a cloud's metadata service"),
        ("127.0.0.0/8", "this machine"), ("0.0.0.0/8", "this machine"),
        ("10.0.0.0/8", "a private network"), ("172.16.0.0/12", "a private network"),
        ("192.168.0.0/16", "a private network"), ("100.64.0.0/10", "a provider's own network"),
        ("169.254.0.0/16", "a link-local address"), ("192.0.2.0/24", "an address for documentation"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("198.18.0.0/15", "an address for benchmarks"), ("224.0.0.0/4", "a multicast address"),
        ("192.0.0.0/24", "a reserved address"), ("192.88.99.0/24", "a reserved address"),
        ("240.0.0.0/4", "a reserved address"),
    ])

    static let special6 = table([
        ("fd00:ec2::/32", "a cloud's metadata service"), ("fd20:ce::/32", "a cloud's metadata service"),
        ("::1", "this machine"), ("::", "this machine"), ("fc00::/7", "a private network"),
        ("64:ff9b:1::/48", "a private network"), ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a private network"), ("ff00::/8", "a multicast address"),
        ("2001:db8::/32", "an address for documentation"), ("3fff::/20", "an address for documentation"),
        ("2001:2::/48", "an address for benchmarks"), ("2001::/23", "a reserved address"),
        ("2002::/16", "a reserved address"),
    ])

    private static func table(_ rows: [(String, String)]) -> [(block: AddressBlock, meaning: String)] {
        rows.compactMap { row in AddressBlock(row.0).map { ($0, row.1) } }
    }
}
