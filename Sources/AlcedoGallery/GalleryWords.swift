import AlcedoManifest

/// Words of a gallery's template in one language.
struct GalleryWords: Hashable, Sendable {
    private var texts: [GallerySettings.Word: String]
    private var months: [String]
    /// Names of the months without a day.
    private var monthsAlone: [String]
    /// The sign between a number and its fraction.
    let decimalSign: String
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
        monthsAlone = ownMonths.isEmpty ? GalleryLanguage.monthsAlone(of: language) ?? months : ownMonths
        decimalSign = GalleryLanguage.decimalSign(of: language)
        if known == nil {
            missing = GallerySettings.Word.allCases.count { own[$0] == nil } + (ownMonths.isEmpty ? 1 : 0)
        }
    }

    /// Returns a word, with values substituted for names in braces.
    subscript(word: GallerySettings.Word, values: [String: String] = [:]) -> String {
        Self.filled(texts[word] ?? "", values)
    }

    private static func filled(_ text: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
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

    /// `May 2024`: a date without its day, and without what is written around the day.
    /// - Parameter month: From 1.
    func date(month: Int, year: Int) -> String {
        guard monthsAlone.indices.contains(month - 1) else { return "" }
        let date = texts[.date] ?? ""
        let places = ["{month}", "{year}", "{day}"].map { date.firstRange(of: $0) }
        var pattern = "{month} {year}"
        if let month = places[0], let year = places[1], let day = places[2] {
            let range = min(month.lowerBound, year.lowerBound)..<max(month.upperBound, year.upperBound)
            if !range.contains(day.lowerBound) { pattern = String(date[range]) }
        }
        return Self.filled(pattern, ["month": monthsAlone[month - 1], "year": String(year)])
    }

    /// Returns a number as written in the language.
    /// - Parameter number: A number with a point, or a text that begins with one.
    func number(_ number: String) -> String {
        decimalSign == "." ? number : number.replacing(".", with: decimalSign)
    }
}
