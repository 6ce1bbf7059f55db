import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One entry of `network.allow`: a host name, an IP address, or a block of addresses such as `10.0.0.0/8`.
public struct HostRule: Hashable, Sendable {
    private enum Kind: Hashable {
        case name(String)
        case block(address: [UInt8], bits: Int)
    }

    private let kind: Kind
    /// The entry as it is written.
    public let text: String

    /// Reads an entry.
    ///
    /// `nil` comes back for what is neither: a name with characters that host names do not have (a port, a scheme,
    /// a path), a prefix that is too long, an address with fewer than four numbers.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        self.text = text
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if let address = Self.address(String(parts.first ?? "")) {
            let width = address.count * 8
            switch parts.count {
            case 1: kind = .block(address: address, bits: width)
            case 2:
                guard parts[1].allSatisfy(\.isNumber), let bits = Int(parts[1]), bits <= width else {
                    return nil
                }
                kind = .block(address: address, bits: bits)
            default: return nil
            }
        } else {
            guard parts.count == 1, Self.isHostName(text) else { return nil }
            kind = .name(Self.normalized(text))
        }
    }

    /// Whether a host, as it stands in an address, is meant.
    public func matches(host: String) -> Bool {
        switch kind {
        case .name(let name): return name == Self.normalized(host)
        case .block(let block, let bits):
            guard let address = Self.address(host), address.count == block.count else { return false }
            return (0..<bits).allSatisfy { bit in
                (address[bit / 8] ^ block[bit / 8]) & (0x80 >> (bit % 8)) == 0
            }
        }
    }

    /// The bytes of an IPv4 or IPv6 address in its usual notation, with or without brackets.
    public static func address(_ text: String) -> [UInt8]? {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, bare, &bytes) == 1 { return bytes }
        }
        return nil
    }

    /// Whether `text` has only the characters of host names (RFC 1123, and `_`, which names in use have).
    public static func isHostName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 254
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Names are compared without regard to case, and the dot of the root is optional.
    static func normalized(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
