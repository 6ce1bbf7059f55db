/// What an address must be for something to be put behind it, in the manifest and on the command line.
package enum AddressRules {
    /// What is wrong with it, to be said behind its name; `nil` if nothing is.
    package static func fault(in address: String) -> String? {
        if address.contains("?") || address.contains("#") {
            return "must not have a query or a fragment: file names are put behind it"
        }
        if address.unicodeScalars.contains(where: cannotStand) {
            return "has a character that cannot stand in a URL; percent-encode it"
        }
        return nil
    }

    // Letters beyond ASCII may, in an IRI. Controls and marks of direction may not (RFC 3987, 2.2 and 4.1).
    private static func cannotStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x21, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.isWhitespace || "\\\"<>".unicodeScalars.contains(scalar)
        }
    }
}
