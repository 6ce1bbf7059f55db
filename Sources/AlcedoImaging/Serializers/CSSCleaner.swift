/// Removes from the style sheets and style attributes of an SVG what loads or runs anything.
///
/// Words are replaced wherever they are, also within strings and other addresses, so a text that browsers divide
/// differently hides none.
struct CSSCleaner {
    private var text: [UInt8]

    /// Returns the style without comments and `@import`, and with an empty fragment in place of other addresses; nothing if
    /// an address may be hidden in it.
    static func cleaned(_ css: String) -> String {
        var cleaner = CSSCleaner(text: Array(css.utf8))
        cleaner.remove(from: "/*", through: "*/")
        cleaner.remove(from: "@import", through: ";")
        if cleaner.hasScript || suspicious.contains(where: { cleaner.place(of: $0, from: 0) != nil }) {
            return ""
        }
        cleaner.replaceAddresses()
        return String(decoding: cleaner.text, as: UTF8.self)
    }

    /// Whether a value that is no style sheet names an address other than a fragment of the document.
    static func refersElsewhere(_ value: String) -> Bool {
        var cleaner = CSSCleaner(text: Array(value.utf8))
        if cleaner.hasScript { return true }
        guard cleaner.place(of: "url", from: 0) != nil else { return false }
        let before = cleaner.text
        cleaner.replaceAddresses()
        return cleaner.text != before || before.contains(UInt8(ascii: "\\"))
    }

    /// What loads something in another way than `url(…)`, or may spell any of these words.
    private static let suspicious: [StaticString] = [
        "\\", "image-set(", "image(", "src(", "element(", "expression(", "-moz-binding", "behavior",
        "@namespace",
        "<",
    ]

    /// Whether it has the scheme of a script, which white space and control characters may interrupt.
    private var hasScript: Bool {
        let words = CSSCleaner(text: text.filter { $0 > 0x20 })
        return (["javascript:", "vbscript:", "data:text/"] as [StaticString]).contains {
            words.place(of: $0, from: 0) != nil
        }
    }

    /// Removes every part between two words, with both; the second may be missing at the end.
    private mutating func remove(from first: StaticString, through last: StaticString) {
        var at = 0
        while let start = place(of: first, from: at) {
            let end = place(of: last, from: start + first.utf8CodeUnitCount)
            text.removeSubrange(start..<(end.map { $0 + last.utf8CodeUnitCount } ?? text.count))
            // What is left may join to the same word.
            at = max(0, start - first.utf8CodeUnitCount)
        }
    }

    /// Replaces the addresses of `url(…)` that are neither fragments nor pictures or fonts in the document itself.
    private mutating func replaceAddresses() {
        var at = 0
        while let found = place(of: "url(", from: at) {
            let start = found + 4
            let end = text[start...].firstIndex(of: UInt8(ascii: ")")) ?? text.count
            let address = String(
                decoding: text[start..<end].filter { !" \t\r\n\"'".utf8.contains($0) }, as: UTF8.self)
            at = end
            if address.hasPrefix("#") { continue }
            let isInside = ["data:image/", "data:font/", "data:application/font"].contains {
                address.hasPrefix($0)
            }
            if isInside, !address.hasPrefix("data:image/svg") { continue }
            text.replaceSubrange(start..<end, with: "#".utf8)
            at = start + 1
        }
    }

    /// Returns the place of a word in lowercase, in any case.
    private func place(of word: StaticString, from start: Int) -> Int? {
        word.withUTF8Buffer { word in
            guard text.count >= start + word.count else { return nil }
            return (start...text.count - word.count).first { place in
                word.indices.allSatisfy { index in
                    let byte = text[place + index]
                    return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == word[index]
                }
            }
        }
    }
}
