import AlcedoBase
import AlcedoLoading

extension GallerySettings {
    static let keys = [
        "title", "description", "language", "site", "order", "variant", "card", "social", "page-size",
        "albums", "tags", "icon", "downloads", "map", "words",
    ]
    static let albumKeys = ["title", "description", "cover", "order"]
    static let mapKeys = ["tiles", "attribution"]
    static let wordKeys = GallerySettings.Word.allCases.map(\.rawValue) + ["months"]

    /// Reads `gallery`.
    /// - Parameters:
    ///   - variants: The names of the manifest's variants.
    ///   - hasPositions: Whether a variant writes positions to the index.
    init?(_ value: Value, variants: VariantNames, hasPositions: Bool) {
        self.init()
        guard let mapping = MappingReader(value.node, "'gallery'", known: Self.keys, value.problems) else {
            return nil
        }
        title = mapping["title"]?.textWithoutVariables()
        description = mapping["description"]?.textWithoutVariables()
        language = mapping["language"]?.languageTag()
        site = mapping["site"]?.siteAddress()
        order = mapping["order"]?.galleryOrder()
        variant = mapping["variant"]?.variantName(variants)
        card = mapping["card"]?.variantName(variants)
        social = mapping["social"]?.variantName(variants)
        pageSize = mapping["page-size"]?.integer(in: 1...1_000_000)
        albums = mapping["albums"]?.albums()
        tags = mapping["tags"]?.flag() ?? false
        icon = mapping["icon"]?.path()
        iconLocation = mapping["icon"]?.location
        if let value = mapping["downloads"] { readDownloads(value, variants) }
        if let value = mapping["map"] { readMap(value, hasPositions: hasPositions) }
        if let value = mapping["words"] { readWords(value) }
    }

    private mutating func readDownloads(_ value: Value, _ variants: VariantNames) {
        if case .bool(let isOn) = value.node.scalar {
            downloads = isOn ? .shown : .none
        } else if value.node.isNull || value.node.mapping != nil {
            value.mustBe("true, false or names of variants", advice: "such as 'downloads: [photo]'")
        } else if let names = value.variantNames(variants) {
            downloads = .variants(names)
        }
    }

    private mutating func readMap(_ value: Value, hasPositions: Bool) {
        var map = GallerySettings.Map()
        if case .bool(let isOn) = value.node.scalar {
            guard isOn else { return }
        } else if value.node.mapping == nil {
            return value.mustBe("true, false or a mapping with 'tiles' and 'attribution'")
        } else {
            guard
                let mapping = MappingReader(
                    value.node, "'map' in 'gallery'", known: Self.mapKeys, value.problems)
            else { return }
            map.tiles = mapping["tiles"]?.tileAddress()
            map.attribution = mapping["attribution"]?.textWithoutVariables()
            // A key that is misspelt is not missing, too.
            let isSpelt = value.node.mapping?.allSatisfy { Self.mapKeys.contains($0.key.text ?? "") } == true
            if isSpelt, mapping["tiles"] == nil {
                mapping.missing("tiles", "write 'map: true' for a map that loads nothing")
            }
            if isSpelt, mapping["attribution"] == nil {
                mapping.missing("attribution", "write the text that the owner of the tiles asks for")
            }
        }
        guard hasPositions else {
            return value.fault(
                "needs positions in the index; write 'gps: index' in 'defaults' or in a variant")
        }
        self.map = map
    }

    private mutating func readWords(_ value: Value) {
        let place = "'words' in 'gallery'"
        guard let mapping = MappingReader(value.node, place, known: Self.wordKeys, value.problems) else {
            return
        }
        for word in GallerySettings.Word.allCases {
            guard let value = mapping[word.rawValue], let text = value.textWithoutVariables(),
                value.hasPlaceholders(word.placeholders, text)
            else { continue }
            words[word] = text
        }
        guard let value = mapping["months"],
            let names = value.list({ $0.nonEmptyText("the name of a month") })
        else { return }
        guard value.node.sequence?.count == 12 else {
            return value.fault(
                "has \(Figures.counted(names.count, "name")); give all twelve, as written in a date")
        }
        months = names.map(\.value)
    }
}

extension Value {
    fileprivate func galleryOrder() -> GallerySettings.Order? {
        choice(synonyms: [
            "index": .manifest, "file": .name, "filename": .name, "date": .oldest, "ascending": .oldest,
            "descending": .newest,
        ])
    }

    /// Reads `folders`, or a mapping of folders to settings.
    fileprivate func albums() -> [GallerySettings.Album]? {
        guard let pairs = node.mapping else {
            if node.text != nil, !node.isNull, case .string = node.scalar {
                return word(among: ["folders"]).map { _ in [] }
            }
            mustBe(
                "folders, or a mapping of folders to settings",
                advice: "write 'albums: folders' or 'albums: { trips/iceland: { title: Iceland } }'")
            return nil
        }
        let albums = pairs.compactMap { pair -> Located<GallerySettings.Album>? in
            guard let written = pair.key.text else {
                problems.error(
                    "a key in \(name) must be a folder, not \(pair.key.summary)", at: pair.key.location)
                return nil
            }
            let folder = PathRules.absolute(written.precomposed, from: "").dropFirst()
            guard !folder.isEmpty else {
                problems.error(
                    "'\(YAMLNode.excerpt(written))' in \(name) is not a folder of pictures; write its path as at the "
                        + "beginning of their ids, such as trips/iceland", at: pair.key.location)
                return nil
            }
            return Located(album(String(folder), pair), pair.key.location)
        }
        var seen: Set<String> = []
        for album in albums where !seen.insert(album.value.folder).inserted {
            problems.error(
                "\(name) has '\(YAMLNode.excerpt(album.value.folder))' twice", at: album.location)
        }
        return albums.map(\.value)
    }

    private func album(_ folder: String, _ pair: YAMLPair) -> GallerySettings.Album {
        var album = GallerySettings.Album(folder: folder)
        album.location = pair.key.location
        let mapping = MappingReader(
            pair.value, "album '\(YAMLNode.excerpt(folder))'", known: GallerySettings.albumKeys, problems)
        guard let mapping else { return album }
        album.title = mapping["title"]?.textWithoutVariables()
        album.description = mapping["description"]?.textWithoutVariables()
        album.cover = mapping["cover"]?.textWithoutVariables("the id of a picture")
        album.coverLocation = mapping["cover"]?.location
        album.order = mapping["order"]?.galleryOrder()
        return album
    }

    fileprivate func languageTag() -> String? {
        guard let text = textWithoutVariables("a language such as en or pt-BR") else { return nil }
        if LanguageTag.isValid(text) { return text }
        mustBe("a language such as en or pt-BR")
        return nil
    }

    /// Reads the absolute URL of a site.
    fileprivate func siteAddress() -> String? {
        guard let text = textWithoutVariables("an address such as https://example.org/photos") else {
            return nil
        }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else {
            mustBe("an address such as https://example.org/photos")
            return nil
        }
        if let reason = AddressRules.fault(inSite: text) {
            fault(reason)
            return nil
        }
        return text
    }

    /// Reads the address of the tiles of a map.
    fileprivate func tileAddress() -> String? {
        let what = "an address such as https://tile.example.org/{z}/{x}/{y}.png"
        guard let text = textWithoutVariables(what) else { return nil }
        let start = text.prefix(8).lowercased()
        guard ["https://", "http://", "/", "./"].contains(where: start.hasPrefix) else {
            mustBe(what)
            return nil
        }
        guard hasPlaceholders(["z", "x", "y"], text) else { return nil }
        if text.unicodeScalars.contains(where: {
            $0.properties.isWhitespace || "<>\"".unicodeScalars.contains($0)
        }) {
            fault("has a character that is not allowed in a URL; percent-encode it")
            return nil
        }
        return text
    }

    /// Returns whether a text contains each of these names in braces, and no other braces.
    fileprivate func hasPlaceholders(_ names: [String], _ text: String) -> Bool {
        let shown = names.map { "{\($0)}" }
        if let missing = shown.first(where: { !text.contains($0) }) {
            fault("must contain \(missing), such as '\(shown.joined(separator: " "))'")
            return false
        }
        var bare = text
        for name in shown { bare = bare.replacing(name, with: "") }
        guard !bare.contains("{"), !bare.contains("}") else {
            fault(
                shown.isEmpty
                    ? "has braces, but takes no placeholders; leave them out"
                    : "has braces that are not part of \(Self.oneOf(shown)); leave them out")
            return false
        }
        return true
    }
}
