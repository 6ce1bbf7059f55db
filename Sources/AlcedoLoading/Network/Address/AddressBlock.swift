/// A block of addresses with a common prefix, such as `10.0.0.0/8`.
struct AddressBlock: Hashable, Sendable {
    private let address: IPAddress
    private let bits: Int

    init(_ address: IPAddress) {
        self.address = address
        bits = address.bytes.count * 8
    }

    /// Parses CIDR notation (RFC 4632, 3.1; RFC 4291, 2.3). An address without a prefix length is a block of one.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts.first ?? "")) else { return nil }
        self.address = address
        switch parts.count {
        case 1: bits = address.bytes.count * 8
        case 2:
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]),
                bits <= address.bytes.count * 8
            else { return nil }
            self.bits = bits
        default: return nil
        }
    }

    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            (address.bytes[bit / 8] ^ other.bytes[bit / 8]) & (0x80 >> (bit % 8)) == 0
        }
    }
}
