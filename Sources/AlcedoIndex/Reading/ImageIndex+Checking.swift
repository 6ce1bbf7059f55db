extension ImageIndex {
    /// Checks that every text that goes into pages is one that a build writes.
    ///
    /// - Throws: ``ImageIndexError/malformed(place:reason:)`` for the first other one.
    func checkTexts() throws(ImageIndexError) {
        try checkFrame()
        let check = TextCheck(baseURL: baseURL)
        for (id, entry) in images { try check.entry(entry, "images.\(id)") }
    }

    /// Removes the entries, and the icons, with a text that no build writes.
    ///
    /// - Returns: The reasons by the ids of the entries.
    /// - Throws: ``ImageIndexError/malformed(place:reason:)`` if the base URL is none.
    package mutating func removeUnsound() throws(ImageIndexError) -> [String: ImageIndexError] {
        do {
            try checkIcons()
        } catch {
            siteIcons = nil
        }
        try checkFrame()
        let check = TextCheck(baseURL: baseURL)
        var reasons: [String: ImageIndexError] = [:]
        for (id, entry) in images {
            do throws(ImageIndexError) {
                try check.entry(entry, "images.\(id)")
            } catch {
                reasons[id] = error
            }
        }
        for id in reasons.keys { images[id] = nil }
        if !reasons.isEmpty { order.removeAll { reasons[$0] != nil } }
        return reasons
    }

    private func checkFrame() throws(ImageIndexError) {
        try TextCheck.require(IndexText.isAddress(baseURL), "baseURL", "an address", baseURL)
        try checkIcons()
    }

    private func checkIcons() throws(ImageIndexError) {
        if let siteIcons { try siteIcons.checkTexts() }
    }
}

extension ImageIndex.Favicon {
    /// - Throws: ``ImageIndexError/malformed(place:reason:)``.
    func checkTexts() throws(ImageIndexError) {
        let place = "siteIcons"
        try TextCheck.require(
            themeColor.map(IndexText.isColor) ?? true, place + ".themeColor", "a color", themeColor)
        for (number, file) in files.enumerated() {
            let place = "\(place).files.[\(number)]"
            try TextCheck.require(
                IndexText.isName(file.file) && !file.file.utf8.contains(UInt8(ascii: "/")),
                place + ".file",
                "the name of a file", file.file)
            try TextCheck.require(IndexText.isAddress(file.url), place + ".url", "an address", file.url)
            try TextCheck.require(
                file.digest.map(IndexText.isDigest) ?? true, place + ".digest", "a digest", file.digest)
            try TextCheck.require(file.rel.map(IndexText.isRel) ?? true, place + ".rel", "a rel", file.rel)
            try TextCheck.require(
                file.sizes.map(IndexText.isIconSizes) ?? true, place + ".sizes", "sizes of icons", file.sizes)
            try TextCheck.require(
                IndexText.isMediaType(file.type) || file.type == "application/manifest+json", place + ".type",
                "a media type", file.type)
        }
    }
}

extension ImageIndex.Placeholders {
    /// Whether all texts are those of a build.
    package var isSound: Bool {
        do {
            try TextCheck.check(self, "")
            return true
        } catch {
            return false
        }
    }
}

/// The check of the texts of entries.
private struct TextCheck {
    let baseURL: String

    private static let maxSide = 1 << 30

    /// - Throws: ``ImageIndexError/malformed(place:reason:)`` unless the text is one of its kind.
    static func require(
        _ isSound: Bool, _ place: @autoclosure () -> String, _ kind: @autoclosure () -> String,
        _ text: @autoclosure () -> String?
    ) throws(ImageIndexError) {
        if isSound { return }
        let shown = String(String.UnicodeScalarView((text() ?? "").unicodeScalars.prefix(60)))
        throw .malformed(place: place(), reason: "'\(shown)' is not \(kind()) that Alcedo writes")
    }

    func entry(_ entry: ImageIndex.Entry, _ place: String) throws(ImageIndexError) {
        if let placeholders = entry.placeholders { try Self.check(placeholders, place) }
        let source = entry.source
        try Self.require(
            IndexText.isDigest(source.digest), place + ".source.digest", "a digest", source.digest)
        try Self.require(
            IndexText.isFormat(source.format), place + ".source.format", "a format", source.format)
        try Self.require(
            source.path?.utf8.contains(0) != true, place + ".source.path", "a path", source.path)
        if let url = source.url {
            try Self.require(
                IndexText.isOfWeb(url) && IndexText.isAddress(url), place + ".source.url",
                "an address", url)
        }
        try check(source.width, source.height, place + ".source")
        for media in entry.media ?? [] { try check(condition: media.media, place + ".media") }
        for (name, variant) in entry.variants { try check(variant, place, name) }
    }

    static func check(
        _ placeholders: ImageIndex.Placeholders, _ place: @autoclosure () -> String
    ) throws(ImageIndexError) {
        for (name, color) in [
            ("averageColor", placeholders.averageColor), ("dominantColor", placeholders.dominantColor),
        ] {
            try require(
                color.map(IndexText.isColor) ?? true, "\(place()).placeholders.\(name)", "a color", color)
        }
        for color in placeholders.palette ?? [] {
            try require(IndexText.isColor(color), place() + ".placeholders.palette", "a color", color)
        }
        let (blur, thumb) = (placeholders.blurhash, placeholders.thumbhash)
        try require(
            blur.map(IndexText.isBlurHash) ?? true, place() + ".placeholders.blurhash", "a BlurHash", blur)
        try require(
            thumb.map { IndexText.isBase64($0) } ?? true, place() + ".placeholders.thumbhash",
            "a ThumbHash", thumb)
    }

    private func check(
        _ variant: ImageIndex.Variant, _ entry: String, _ name: String
    ) throws(ImageIndexError) {
        func place() -> String { "\(entry).variants.\(name)" }
        if let sizes = variant.sizes {
            try Self.require(IndexText.isCondition(sizes), place() + ".sizes", "a value of 'sizes'", sizes)
        }
        for media in variant.media ?? [] { try check(condition: media.media, place() + ".media") }
        for format in variant.formats {
            try Self.require(
                IndexText.isFormat(format.format), place() + ".format", "a format", format.format)
            try Self.require(
                IndexText.isMediaType(format.type), place() + ".type", "a media type", format.type)
            for file in format.files { try check(file, place) }
            if let srcset = format.srcset {
                try Self.require(
                    IndexText.isSourceSet(srcset, of: format.files.map(\.url)), place() + ".srcset",
                    "a list of its files", srcset)
            }
        }
        for video in variant.video ?? [] {
            try Self.require(
                IndexText.isMediaType(video.type), place() + ".video.type", "a media type", video.type)
            try check(
                ImageIndex.File(
                    bytes: video.bytes, digest: video.digest, file: video.file, height: video.height,
                    url: video.url, width: video.width), place)
        }
        if let img = variant.img {
            try check(img.width, img.height, place() + ".img")
            try Self.require(
                variant.formats.contains { $0.files.contains { $0.url == img.src } }
                    || IndexText.isAddress(img.src, below: baseURL), place() + ".img.src",
                "an address below '\(baseURL)'", img.src)
        }
    }

    private func check(_ file: ImageIndex.File, _ place: () -> String) throws(ImageIndexError) {
        if let name = file.file {
            try Self.require(IndexText.isName(name), place() + ".file", "the name of a file", name)
            try Self.require(
                IndexText.isAddress(file.url, below: baseURL), place() + ".url",
                "an address below '\(baseURL)'", file.url)
        } else {
            try Self.require(IndexText.isPicture(file.url), place() + ".url", "a picture", file.url)
        }
        if let digest = file.digest {
            try Self.require(IndexText.isDigest(digest), place() + ".digest", "a digest", digest)
        }
        if let density = file.density {
            try Self.require(
                density > 0 && density.isFinite, place() + ".density", "a density", "\(density)")
        }
        try check(file.width, file.height, place())
    }

    private func check(condition: String, _ place: @autoclosure () -> String) throws(ImageIndexError) {
        try Self.require(IndexText.isCondition(condition), place(), "a media query", condition)
    }

    private func check(
        _ width: Int, _ height: Int, _ place: @autoclosure () -> String
    ) throws(ImageIndexError) {
        try Self.require(
            (0...Self.maxSide).contains(width) && (0...Self.maxSide).contains(height), place(), "a size",
            "\(width)x\(height)")
    }
}
