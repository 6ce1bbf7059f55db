import AlcedoBase

/// Writes an XMP packet from the fields that were read.
///
/// The source's own packet is never passed on: it may contain a position, a serial number or the history of a file
/// anywhere.
enum XMPWriter {
    /// Maximum length of a packet, which fits into a JPEG segment; other formats hold more.
    static let longest = 65_000

    /// Returns a packet for a policy; `nil` if there is nothing to write.
    ///
    /// The packet is never longer than ``longest``: keywords are omitted first, then the description.
    static func packet(_ fields: ImageMetadata, policy: MetadataPolicy) -> Data? {
        var fields = fields
        for lighten in [{ _ in }, { $0.keywords = [] }, { $0.description = nil }]
            as [(inout ImageMetadata) -> Void]
        {
            lighten(&fields)
            guard let packet = whole(fields, policy: policy) else { return nil }
            if packet.count <= longest { return packet }
        }
        return nil
    }

    private static func whole(_ fields: ImageMetadata, policy: MetadataPolicy) -> Data? {
        guard policy != .none else { return nil }
        var properties = ""
        if policy == .all {
            properties += list("dc:title", "Alt", fields.title)
            properties += list("dc:description", "Alt", fields.description)
            properties += list("dc:subject", "Bag", fields.keywords)
        }
        properties += list("dc:creator", "Seq", fields.creator?.components(separatedBy: "; ") ?? [])
        properties += list("dc:rights", "Alt", fields.copyright)
        var attributes = " xmlns:dc=\"\(XMPProperty.Space.dc)\""
        if policy == .all, let date = fields.dateTimeOriginal {
            attributes += " xmlns:photoshop=\"\(XMPProperty.Space.photoshop)\""
            attributes += " photoshop:DateCreated=\"\(escaped(date))\""
        } else if properties.isEmpty {
            return nil
        }
        return Data(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPProperty.Space.rdf)">\
            <rdf:Description rdf:about=""\(attributes)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
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
