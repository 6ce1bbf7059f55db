import AlcedoIndex

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
        texts = tag.attributes.filter(Self.isText).map(\.value)
        if let style = tag["style"] { backgrounds = CSSAddresses.all(in: style).map(\.text) }
    }

    private static func isText(_ attribute: HTMLTag.Attribute) -> Bool {
        let name = attribute.name
        return (name.hasPrefix("data-") || name.hasPrefix("on") || name == "srcdoc")
            && attribute.value.utf8.contains(UInt8(ascii: "."))
            && !["data-src", "data-srcset"].contains(name) && !name.hasPrefix("data-alcedo")
    }

    /// Returns the addresses in a `srcset`.
    private static func candidates(_ srcset: String?) -> [String] {
        srcset.map { SourceCandidates($0).all.map(\.address) } ?? []
    }
}
