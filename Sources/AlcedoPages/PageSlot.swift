import AlcedoIndex
import AlcedoMarkup

/// An attribute with addresses that may be of pictures.
struct PageSlot {
    /// How an attribute names addresses.
    enum Form { case address, candidates, style }

    /// What an address is for, which decides the file.
    enum Use {
        /// A picture in the page, or a script's.
        case picture
        /// A link to the picture itself.
        case link
        /// A preview of the page on other sites.
        case social
        /// An icon of the site.
        case icon
        /// A video that plays in the page.
        case video
    }

    var attribute: HTMLTag.Attribute
    var form: Form
    var use: Use
    /// Whether only a script knows what the attribute is, so that nothing but an address of a known picture is one.
    var isGuess = false

    /// The slots of a tag, but for a preload.
    ///
    /// - Parameter isStandIn: Whether the `src` of an `<img>` is one of them.
    static func all(in tag: HTMLTag, isStandIn: Bool = false) -> [PageSlot] {
        // Most tags name no picture.
        guard tag.attributes.contains(where: mayNamePicture) else { return [] }
        var slots: [PageSlot] = []
        func add(_ name: String, _ form: Form, _ use: Use = .picture) {
            // An attribute has one address, and the first use decides.
            guard let attribute = tag.attributes.first(where: { $0.name == name }),
                !slots.contains(where: { $0.attribute.place == attribute.place })
            else { return }
            slots.append(PageSlot(attribute: attribute, form: form, use: use))
        }
        switch tag.name {
        case "img":
            add("srcset", .candidates)
            if isStandIn { add("src", .address) }
        case "source":
            add("srcset", .candidates)
            add("src", .address, .video)
        case "input" where tag["type"]?.lowercased() == "image": add("src", .address)
        case "video":
            add("poster", .address)
            add("src", .address, .video)
        case "object": add("data", .address, content(tag["data"]))
        case "embed": add("src", .address, content(tag["src"]))
        case "a", "area": add("href", .address, .link)
        case "image":
            add("href", .address)
            add("xlink:href", .address)
        case "meta" where tag.isSocial: add("content", .address, .social)
        case "link":
            let relations = tag.relations
            if relations.contains("image_src") || tag.isSocial { add("href", .address, .social) }
            if tag.isIcon { add("href", .address, .icon) }
        default: break
        }
        add("background", .address)
        // Attributes that scripts copy to `src` when a picture comes near the window.
        add("data-src", .address, tag.name == "img" ? .picture : content(tag["data-src"]))
        add("data-srcset", .candidates)
        add("style", .style)
        var seen: Set<String> = []
        for attribute in tag.attributes where isGuess(attribute) && seen.insert(attribute.name).inserted {
            let isList = attribute.name.hasSuffix("srcset")
            slots.append(
                PageSlot(
                    attribute: attribute, form: isList ? .candidates : .address, use: .link, isGuess: true))
        }
        return slots
    }

    /// Whether an attribute for a script may have the address of a picture: `data-full`, `data-pswp-src`. A name without a
    /// folder may be a title or a key, unless the attribute is named after an address or a picture.
    private static func isGuess(_ attribute: HTMLTag.Attribute) -> Bool {
        let name = attribute.name
        guard name.hasPrefix("data-"), mayNamePicture(attribute), !["data-src", "data-srcset"].contains(name)
        else { return false }
        return attribute.value.utf8.contains(UInt8(ascii: "/"))
            || name.split(separator: "-").last.map { namesOfAddresses.contains(String($0)) } == true
    }

    private static let namesOfAddresses: Set<String> = [
        "background", "bg", "full", "href", "image", "img", "large", "poster", "src", "srcset", "thumb",
        "url",
        "zoom",
    ]

    /// The use of an address by an element or a script that shows pictures and plays videos.
    private static func content(_ address: String?) -> Use {
        address.map(ImageIndex.isVideo) == true ? .video : .picture
    }

    /// Whether it names what the element shows, of which the element may have a `type`.
    func isContent(of tag: HTMLTag) -> Bool {
        switch (tag.name, attribute.name) {
        case ("object", "data"), ("embed", "src"), ("source", "src"): true
        case ("source", "data-src"): use == .video
        default: false
        }
    }

    private static func mayNamePicture(_ attribute: HTMLTag.Attribute) -> Bool {
        switch attribute.name {
        case "style": attribute.value.utf8.contains(UInt8(ascii: "("))
        // The id of a card may have no extension.
        case "content":
            PageScan.mayBeFile(attribute.value) || attribute.value.utf8.contains(UInt8(ascii: "/"))
        case "href", "src", "data", "data-src", "srcset", "data-srcset", "poster", "xlink:href",
            "background":
            PageScan.mayBeFile(attribute.value) || attribute.name.hasSuffix("srcset")
        case let name where name.hasPrefix("data-"):
            PageScan.mayBeFile(attribute.value) && !name.hasPrefix("data-alcedo")
        default: false
        }
    }

    fileprivate static let iconNames: Set<String> = [
        "icon", "apple-touch-icon", "apple-touch-icon-precomposed",
    ]

    fileprivate static let socialNames: Set<String> = [
        "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "image",
        "thumbnail", "thumbnailurl", "msapplication-tileimage",
    ]
}

extension HTMLTag {
    /// The words of `rel`.
    var relations: [Substring] {
        (self["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    }

    /// Whether it leads to an icon of the site.
    var isIcon: Bool {
        name == "link" && relations.contains { PageSlot.iconNames.contains(String($0)) }
    }

    /// The name of what a `<meta>` sets.
    var metaName: String {
        (self["property"] ?? self["name"] ?? self["itemprop"] ?? "").lowercased()
    }

    /// Whether it names a picture for other sites: a `<meta>`, or a `<link>` with `itemprop`.
    var isSocial: Bool { ["meta", "link"].contains(name) && PageSlot.socialNames.contains(metaName) }

    /// Whether it preloads a picture.
    var isPicturePreload: Bool {
        name == "link" && self["as"]?.lowercased() == "image" && relations.contains("preload")
    }
}
