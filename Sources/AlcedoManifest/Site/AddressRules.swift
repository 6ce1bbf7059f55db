/// Rules for addresses that file names are appended to, in the manifest and on the command line.
package enum AddressRules {
    /// Returns what is wrong with an address, phrased to follow its name, or `nil`.
    package static func fault(in address: String) -> String? {
        if address.contains("?") || address.contains("#") {
            return "must not have a query or a fragment: file names are appended to it"
        }
        if address.unicodeScalars.contains(where: cannotStand) {
            return "has a character that is not allowed in a URL; percent-encode it"
        }
        return nil
    }

    // An IRI may contain letters beyond ASCII, but no controls or directional marks (RFC 3987, 2.2 and 4.1).
    private static func cannotStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x21, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.isWhitespace || "\\\"<>".unicodeScalars.contains(scalar)
        }
    }
}
