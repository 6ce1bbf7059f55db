import AlcedoBase

/// An IPv4 (4 bytes) or IPv6 (16 bytes) address.
struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Creates an address from 4 or 16 bytes in network byte order.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses the usual notation, with or without the brackets of URLs.
    init?(_ text: String) {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, bare, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    /// Parses any text that a resolver takes for an address, such as `2130706433`, `0x7f.1`, `0177.0.0.1` and `127.1`,
    /// all of them 127.0.0.1 (POSIX, `inet_addr`), with or without the trailing dot of the root.
    init?(spelledIn host: String) {
        if let address = IPAddress(host) {
            self = address
            return
        }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        var number = in_addr()
        // `inet_aton` accepts a space followed by any text.
        guard name.utf8.allSatisfy({ $0 > 0x20 }), inet_aton(name, &number) == 1 else { return nil }
        bytes = withUnsafeBytes(of: number.s_addr) { Array($0) }
    }

    /// The IPv4 address of an IPv4-mapped one, otherwise the address itself: every system treats `::ffff:10.0.0.1`
    /// (RFC 4291, 2.5.5.2) as 10.0.0.1.
    var unmapped: IPAddress {
        bytes.count == 16 && AddressBlock.mapped?.contains(self) == true ? embedded(at: 12) : self
    }

    /// Returns the IPv4 address in four of the bytes.
    func embedded(at offset: Int) -> IPAddress {
        IPAddress(bytes: Array(bytes.dropFirst(offset).prefix(4))) ?? self
    }
}

extension AddressBlock {
    fileprivate static let mapped = AddressBlock("::ffff:0:0/96")
}

extension IPAddress: CustomStringConvertible {
    /// The usual notation (RFC 5952 for IPv6).
    var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "\(bytes)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
