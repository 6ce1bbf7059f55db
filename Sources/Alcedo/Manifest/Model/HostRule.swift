#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One entry of `network.allow`: a host by name or address, or a block of addresses (`10.0.0.0/8`, `fd00::/8`).
public enum HostRule: Hashable, Sendable, CustomStringConvertible {
    /// A host name in lower case.
    case host(String)
    /// The addresses whose first `prefix` bits are those of `address` (4 or 16 bytes, network order).
    case block(address: [UInt8], prefix: Int)

    /// Reads a rule, or gives `nil` where it is neither a host nor a block of addresses.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if let address = Self.address(String(parts[0])) {
            let bits = address.count * 8
            switch parts.count {
            case 1: self = .block(address: address, prefix: bits)
            case 2:
                guard parts[1].allSatisfy(\.isNumber), let prefix = Int(parts[1]), prefix <= bits else {
                    return nil
                }
                self = .block(address: address, prefix: prefix)
            default: return nil
            }
            return
        }
        guard parts.count == 1, Self.isHostName(text) else { return nil }
        self = .host(text.lowercased())
    }

    /// Whether the rule covers this host; an IPv6 address may stand in brackets.
    public func matches(host: String) -> Bool {
        switch self {
        case .host(let name):
            return name == host.lowercased()
        case .block(let block, let prefix):
            guard let address = Self.address(host), address.count == block.count else { return false }
            return (0..<prefix).allSatisfy { bit in
                let mask = UInt8(0x80) >> (bit % 8)
                return address[bit / 8] & mask == block[bit / 8] & mask
            }
        }
    }

    /// The bytes of an IPv4 or IPv6 address in network order.
    static func address(_ text: String) -> [UInt8]? {
        var bare = text
        if bare.hasPrefix("["), bare.hasSuffix("]") { bare = String(bare.dropFirst().dropLast()) }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, bare, &bytes) == 1 { return bytes }
        }
        return nil
    }

    // Letters of any script are let through: an international name is encoded by whoever connects.
    static func isHostName(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253 else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
    }

    /// The rule as a manifest writes it.
    public var description: String {
        switch self {
        case .host(let name): return name
        case .block(let address, let prefix):
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let family = address.count == 4 ? AF_INET : AF_INET6
            guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "" }
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self) + "/\(prefix)"
        }
    }
}
