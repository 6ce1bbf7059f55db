import Foundation

/// One entry of `network.allow`: a host name, an IP address, or a block of addresses such as `10.0.0.0/8`.
public struct HostRule: Hashable, Sendable {
    private enum Kind: Hashable {
        case name(String)
        case block(AddressBlock)
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
        if let block = AddressBlock(text) {
            kind = .block(block)
        } else {
            guard Self.isHostName(text) else { return nil }
            kind = .name(Self.normalized(text))
        }
    }

    /// Whether a host, as it stands in an address, is meant.
    public func matches(host: String) -> Bool {
        switch kind {
        case .name(let name): name == Self.normalized(host)
        case .block: IPAddress(host).map(matches) ?? false
        }
    }

    /// Whether a block holds an address that a name has been resolved to. An IPv4 number in the clothes of IPv6 counts
    /// as what it is.
    func matches(_ address: IPAddress) -> Bool {
        switch kind {
        case .name: false
        case .block(let block): block.contains(address) || block.contains(address.unmapped)
        }
    }

    /// The bytes of an IPv4 or IPv6 address in its usual notation, with or without brackets.
    public static func address(_ text: String) -> [UInt8]? { IPAddress(text)?.bytes }

    /// Whether `text` has only the characters of host names (RFC 1123, and `_`, which names in use have).
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

    /// Names are compared without regard to case, and the dot of the root is optional.
    static func normalized(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
