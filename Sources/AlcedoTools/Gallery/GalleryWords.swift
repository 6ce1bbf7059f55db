import AlcedoManifest

/// Words of a gallery's template in one language.
struct GalleryWords: Hashable, Sendable {
    private var texts: [GallerySettings.Word: String]
    private var months: [String]
    /// Number of words left in English because they are not available in the requested language.
    private(set) var missing = 0

    /// English.
    static let english = GalleryWords(language: "en")

    /// Creates the words of a language, with overrides.
    ///
    /// - Parameters:
    ///   - language: A tag such as `de-AT`, of which only the first part matters.
    ///   - own: Words from the manifest.
    ///   - ownMonths: Names of the months from the manifest: twelve, or none.
    init(language: String, own: [GallerySettings.Word: String] = [:], months ownMonths: [String] = []) {
        let known = GalleryLanguage.texts(of: language)
        let found = known ?? GalleryLanguage.english
        texts = Dictionary(uniqueKeysWithValues: zip(GallerySettings.Word.allCases, found.words))
        texts.merge(own) { $1 }
        months = ownMonths.isEmpty ? found.months : ownMonths
        if known == nil {
            missing = GallerySettings.Word.allCases.count { own[$0] == nil } + (ownMonths.isEmpty ? 1 : 0)
        }
    }

    /// Returns a word, with values substituted for names in braces.
    subscript(word: GallerySettings.Word, values: [String: String] = [:]) -> String {
        var result = ""
        var rest = (texts[word] ?? "")[...]
        // Substituted values may contain braces, so replace in a single pass.
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            result += values[String(name)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// `1 picture`, `12 pictures`.
    func count(_ pictures: Int) -> String {
        pictures == 1 ? self[.onePicture] : self[.pictures, ["count": String(pictures)]]
    }

    /// `1 May 2024`.
    /// - Parameter month: From 1.
    func date(day: Int, month: Int, year: Int) -> String {
        guard months.indices.contains(month - 1) else { return "" }
        return self[.date, ["day": String(day), "month": months[month - 1], "year": String(year)]]
    }
}
