/// The addresses in a tag.
struct PageReferences {
    /// A picture shown by an element, which is broken without its file.
    var pictures: [String] = []
    /// A picture in its `style`, which is also broken without its file.
    var backgrounds: [String] = []
    /// Other addresses: links, metadata for other sites.
    var others: [String] = []

    init(_ tag: HTMLTag) {
        if tag.attributes.isEmpty { return }
        switch tag.name {
        case "img":
            pictures = [tag["src"]].compactMap(\.self) + Self.candidates(tag["srcset"])
        case "source":
            pictures = Self.candidates(tag["srcset"])
            others = [tag["src"]].compactMap(\.self)
        case "input" where tag["type"]?.lowercased() == "image":
            pictures = [tag["src"]].compactMap(\.self)
        case "video":
            pictures = [tag["poster"]].compactMap(\.self)
        case "link":
            others = [tag["href"]].compactMap(\.self) + Self.candidates(tag["imagesrcset"])
        case "meta":
            others = [tag["content"]].compactMap(\.self)
        case "a", "area", "image", "use":
            others = [tag["href"] ?? tag["xlink:href"]].compactMap(\.self)
        default: break
        }
        // Attributes that scripts copy to `src` when a picture comes near the window.
        others +=
            [tag["data-src"], tag["background"]].compactMap(\.self) + Self.candidates(tag["data-srcset"])
        if let style = tag["style"] { backgrounds = Self.addresses(inStyle: Array(style.utf8)) }
    }

    /// Returns the addresses in a `srcset` (HTML, "parse a srcset attribute"), without trailing commas.
    static func candidates(_ srcset: String?) -> [String] {
        guard let srcset else { return [] }
        var addresses: [String] = []
        var rest = srcset[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return addresses }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest[address.endIndex...]
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                var depth = 0
                rest = rest.drop { character in
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                    return character != "," || depth > 0
                }
            }
            addresses.append(String(address))
        }
    }

    /// Returns the contents of `url(…)` in a style, or in a whole page.
    static func addresses(inStyle bytes: [UInt8]) -> [String] {
        var addresses: [String] = []
        var offset = 0
        while let open = bytes[offset...].firstIndex(of: UInt8(ascii: "(")) {
            offset = open + 1
            guard open >= 3, bytes[(open - 3)..<open].elementsEqual("url".utf8) else { continue }
            while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
            var end = UInt8(ascii: ")")
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
            {
                end = bytes[offset]
                offset += 1
            }
            guard let close = bytes[offset...].firstIndex(of: end) else { break }
            // An embedded picture is not an address, and may be long.
            if !bytes[offset..<close].starts(with: "data:".utf8) {
                addresses.append(String(decoding: bytes[offset..<close], as: UTF8.self))
            }
            offset = close
        }
        return addresses
    }
}
