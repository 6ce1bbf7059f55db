import AlcedoBase

/// One entry of `network.allow`: a host name, an IP address, or a block of addresses such as `10.0.0.0/8`.
public struct HostRule: Hashable, Sendable {
    private enum Kind: Hashable {
        case name(String)
        case block(AddressBlock)
    }

    private let kind: Kind
    /// The entry as written.
    public let text: String

    /// Parses an entry.
    ///
    /// Returns `nil` for a name with characters that are invalid in host names (a port, a scheme, a path), for a
    /// prefix that is too long, and for a prefix after an incomplete address.
    public init?(_ text: String) {
        let text = text.trimmed
        self.text = text
        if let block = AddressBlock(text) {
            kind = .block(block)
        } else {
            guard Self.isHostName(text) else { return nil }
            kind = .name(Self.normalized(text))
        }
    }

    /// Whether the rule names a host as written in a URL.
    public func matches(host: String) -> Bool {
        switch kind {
        case .name(let name): name == Self.normalized(host)
        case .block: IPAddress(host).map(matches) ?? false
        }
    }

    /// Whether the rule is a block that contains a resolved address, also as the IPv4 address mapped in an IPv6 one.
    func matches(_ address: IPAddress) -> Bool {
        switch kind {
        case .name: false
        case .block(let block): block.contains(address) || block.contains(address.unmapped)
        }
    }

    /// The bytes of an IPv4 or IPv6 address in its usual notation, with or without brackets.
    public static func address(_ text: String) -> [UInt8]? { IPAddress(text)?.bytes }

    /// Whether `text` is a valid host name (RFC 1123, and `_`, which occurs in practice).
    public static func isHostName(_ text: String) -> Bool {
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        return name.utf8.count <= 253
            && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Returns a host name for comparison: lowercase, and without the optional trailing dot of the root.
    static func normalized(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
