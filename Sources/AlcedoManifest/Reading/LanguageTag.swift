/// Tags of languages, such as `en` or `pt-BR`.
package enum LanguageTag {
    /// Whether a text has the form of a language tag, such as `en` or `pt-BR` (RFC 5646, section 2.1).
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, first.allSatisfy({ $0.isASCII && $0.isLetter }) else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
