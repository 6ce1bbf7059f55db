extension GalleryLanguage {
    /// Languages that write a comma before the fraction of a number, for galleries with any words: the Unicode CLDR 48, element
    /// `decimal` of `symbols` in Latin digits.
    private static let comma: Set<String> = [
        "af", "ast", "az", "be", "bg", "br", "bs", "ca", "cs", "da", "de", "dsb", "el", "eo", "es", "et",
        "eu",
        "fi", "fo", "fr", "fur", "fy", "gl", "hr", "hsb", "hu", "hy", "ia", "id", "is", "it", "jv", "ka",
        "kk",
        "kl", "ky", "lb", "ln", "lo", "lt", "lu", "lv", "mk", "nb", "nds", "nl", "nn", "no", "oc", "os", "pl",
        "pt", "rm", "ro", "ru", "sah", "sc", "se", "sk", "sl", "sq", "sr", "sv", "tk", "tr", "tt", "uk", "uz",
        "vi", "wo",
    ]
    /// The regions of these languages that write a point.
    private static let point: Set<String> = [
        "de-CH", "de-LI", "it-CH", "es-419", "es-CU", "es-DO", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA",
        "es-PE", "es-PR", "es-SV", "es-US",
    ]

    /// Returns the sign between a number and its fraction.
    /// - Parameter tag: `de`, or `de-AT`.
    static func decimalSign(of tag: String) -> String {
        let parts = tag.split(separator: "-")
        let language = parts.first?.lowercased() ?? ""
        // Between both may be a script.
        let region = parts.dropFirst().first { (2...3).contains($0.count) }?.uppercased() ?? ""
        return comma.contains(language) && !point.contains("\(language)-\(region)") ? "," : "."
    }

    /// Returns the names of the months where they differ without a day; `nil` where they do not.
    static func monthsAlone(of tag: String) -> [String]? {
        months[tag.prefix { $0 != "-" }.lowercased()]?.split(separator: " ").map(String.init)
    }

    private static let months = [
        "cs": "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
        "fi":
            "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
        "pl":
            "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    ]
}
