import AlcedoIndex
import AlcedoMarkup

/// The addresses in a tag.
struct PageReferences {
    /// A picture or a video shown by an element, or an icon, which is broken without its file.
    var pictures: [String] = []
    /// A picture in its `style`, which is also broken without its file.
    var backgrounds: [String] = []
    /// A picture that an element loads early.
    var preloads: [String] = []
    /// An address that may lead to a picture: a link, an icon, metadata for other sites.
    var links: [String] = []
    /// Other addresses.
    var others: [String] = []
    /// Texts for scripts, and pages in an attribute, which may have addresses anywhere.
    var texts: [String] = []

    // Attributes with one address, which many elements have: frames, drawings, quotations, and elements of scripts.
    private static let addresses = [
        "src", "href", "xlink:href", "poster", "data", "longdesc", "cite", "content",
    ]
    // Texts for people, and names, which are no addresses even if they look like some.
    private static let words: Set<String> = [
        "alt", "class", "for", "id", "label", "name", "placeholder", "summary", "title",
    ]

    var isEmpty: Bool {
        pictures.isEmpty && backgrounds.isEmpty && preloads.isEmpty && links.isEmpty && others.isEmpty
            && texts.isEmpty
    }

    init(_ tag: HTMLTag) {
        if tag.attributes.isEmpty { return }
        switch tag.name {
        case "img":
            pictures = [tag["src"]].compactMap(\.self) + Self.candidates(tag["srcset"])
        case "source":
            pictures = Self.candidates(tag["srcset"])
            // The others are sounds.
            if let address = tag["src"] {
                if ImageIndex.isVideo(address) { pictures.append(address) } else { others = [address] }
            }
        case "input" where tag["type"]?.lowercased() == "image":
            pictures = [tag["src"]].compactMap(\.self)
        case "video":
            pictures = [tag["poster"], tag["src"]].compactMap(\.self)
        case "link" where tag.isPicturePreload:
            preloads = [tag["href"]].compactMap(\.self) + Self.candidates(tag["imagesrcset"])
        case "link" where tag.isIcon:
            pictures = [tag["href"]].compactMap(\.self)
        case "link":
            links = [tag["href"]].compactMap(\.self) + Self.candidates(tag["imagesrcset"])
        case "meta" where tag.isSocial:
            links = [tag["content"]].compactMap(\.self)
        case "meta":
            others = [tag["content"]].compactMap(\.self)
        case "a", "area", "image", "use":
            links = [tag["href"] ?? tag["xlink:href"]].compactMap(\.self)
        case "object":
            links = [tag["data"]].compactMap(\.self)
        case "embed":
            links = [tag["src"]].compactMap(\.self)
        default: break
        }
        // Attributes that scripts copy to `src` when a picture comes near the window.
        links +=
            [tag["data-src"], tag["background"]].compactMap(\.self) + Self.candidates(tag["data-srcset"])
        // What an element is for is not always known; what an address leads to is.
        let known = pictures + preloads + links + others
        others += Self.addresses.compactMap { tag[$0] }.filter { !known.contains($0) }
        texts = tag.attributes.filter { Self.isText($0, of: tag) }.map(\.value)
        if let style = tag["style"] { backgrounds = CSSAddresses.all(in: style).map(\.text) }
    }

    private static func isText(_ attribute: HTMLTag.Attribute, of tag: HTMLTag) -> Bool {
        let name = attribute.name
        guard attribute.value.utf8.contains(UInt8(ascii: ".")) else { return false }
        switch name {
        case "srcset", "imagesrcset": return !["img", "source", "link"].contains(tag.name)
        case "style", "background", "data-src", "data-srcset": return false
        default:
            // A script, data, or several addresses in place of one; a description is a text for people.
            if addresses.contains(name) {
                let marks = name == "content" && tag["http-equiv"] == nil ? "{[<" : "'\"<{( ,;"
                return attribute.value.utf8.contains { marks.utf8.contains($0) }
            }
            return !words.contains(name) && !name.hasPrefix("aria-")
                && !name.hasPrefix("data-alcedo")
        }
    }

    /// Returns the addresses in a `srcset`.
    private static func candidates(_ srcset: String?) -> [String] {
        srcset.map { SourceCandidates($0).all.map(\.address) } ?? []
    }
}
