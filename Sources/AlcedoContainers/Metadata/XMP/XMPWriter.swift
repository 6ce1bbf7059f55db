package import AlcedoBase
package import AlcedoRecipes

/// Writes an XMP packet from the fields that were read.
///
/// The source's own packet is never passed on: it may contain a position, a serial number or the history of a file
/// anywhere.
package enum XMPWriter {
    /// Maximum length of a packet, which fits into a JPEG segment; other formats hold more.
    static let longest = 65_000

    /// Returns a packet for a policy; `nil` if there is nothing to write.
    ///
    /// The packet is never longer than ``longest``: keywords are omitted first, then the description.
    package static func packet(_ fields: ImageMetadata, policy: MetadataPolicy) -> Data? {
        var fields = fields
        for lighten in [
            { _ in }, { $0.keywords = [] }, { $0.extendedDescription = nil }, { $0.description = nil },
            { $0.usageTerms = nil },
        ] as [(inout ImageMetadata) -> Void] {
            lighten(&fields)
            guard let packet = whole(fields, policy: policy) else { return nil }
            if packet.count <= longest { return packet }
        }
        return nil
    }

    private static func whole(_ fields: ImageMetadata, policy: MetadataPolicy) -> Data? {
        guard policy != .none else { return nil }
        var properties = ""
        // Prefixes besides `dc`, each with the namespace, and attributes.
        var spaces: [(prefix: String, space: String)] = []
        var attributes = ""
        func simple(_ name: String, _ space: String, _ value: String?) {
            guard let value else { return }
            declare(name, space)
            attributes += " \(name)=\"\(escaped(value))\""
        }
        func declare(_ name: String, _ space: String) {
            let prefix = String(name.prefix { $0 != ":" })
            if !spaces.contains(where: { $0.prefix == prefix }) { spaces.append((prefix, space)) }
        }
        func text(_ name: String, _ space: String, _ value: String?) {
            if value != nil { declare(name, space) }
            properties += list(name, "Alt", value)
        }
        if policy == .all {
            properties += list("dc:title", "Alt", fields.title)
            properties += list("dc:description", "Alt", fields.description)
            properties += list("dc:subject", "Bag", fields.keywords)
            text("Iptc4xmpCore:AltTextAccessibility", XMPProperty.Space.iptcCore, fields.altText)
            text("Iptc4xmpCore:ExtDescrAccessibility", XMPProperty.Space.iptcCore, fields.extendedDescription)
            simple("photoshop:DateCreated", XMPProperty.Space.photoshop, fields.dateTimeOriginal)
            simple("xmp:Rating", XMPProperty.Space.xmp, fields.rating.map(String.init))
        }
        properties += list("dc:creator", "Seq", fields.creator?.components(separatedBy: "; ") ?? [])
        properties += list("dc:rights", "Alt", fields.copyright)
        // What licensing needs, besides.
        simple("photoshop:Credit", XMPProperty.Space.photoshop, fields.credit)
        text("xmpRights:UsageTerms", XMPProperty.Space.xmpRights, fields.usageTerms)
        simple("xmpRights:WebStatement", XMPProperty.Space.xmpRights, fields.webStatement)
        simple("Iptc4xmpExt:DigitalSourceType", XMPProperty.Space.iptcExt, fields.digitalSourceType)
        if let licensor = fields.licensorURL {
            declare("plus:Licensor", XMPProperty.Space.plus)
            properties +=
                "<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><plus:LicensorURL>\(escaped(licensor))"
                + "</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>"
        }
        if properties.isEmpty, attributes.isEmpty { return nil }
        let declarations = ([("dc", XMPProperty.Space.dc)] + spaces).map { " xmlns:\($0.0)=\"\($0.1)\"" }
            .joined()
        return Data(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPProperty.Space.rdf)">\
            <rdf:Description rdf:about=""\(declarations)\(attributes)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
            <?xpacket end="r"?>
            """.utf8)
    }

    private static func list(_ name: String, _ kind: String, _ text: String?) -> String {
        guard let text else { return "" }
        let item = "<rdf:li xml:lang=\"x-default\">\(escaped(text))</rdf:li>"
        return "<\(name)><rdf:\(kind)>\(item)</rdf:\(kind)></\(name)>"
    }

    private static func list(_ name: String, _ kind: String, _ texts: [String]) -> String {
        guard !texts.isEmpty else { return "" }
        let items = texts.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
        return "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
    }

    // Also for attributes. Of the characters that are invalid in XML, control characters never reach a field.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
