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

    /// Whether a language is written from right to left: by its script if the tag names one, or else by the usual script.
    package static func isRightToLeft(_ tag: String) -> Bool {
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        if let script = parts.dropFirst().first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }) {
            return ["adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"].contains(script)
        }
        return [
            "ar", "arc", "ckb", "dv", "fa", "he", "iw", "khw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur",
            "yi",
        ].contains(parts.first ?? "")
    }
}
