/// The value of `sizes` for a picture with a width set by the author.
package enum SizesAttribute {
    /// Returns the `sizes` of a picture that is never wider than `width`.
    ///
    /// The smaller of the manifest's `sizes`, which apply to all pictures of a variant, and the page's width for this picture.
    /// `100vw` is replaced by a form that all browsers support; otherwise, each length is put into `min()`, as in *CSS Values
    /// and Units Level 4*.
    ///
    /// - Parameters:
    ///   - sizes: The manifest's `sizes`; `nil` means `100vw` (HTML, "parse a sizes attribute").
    ///   - width: The width in CSS pixels.
    package static func limited(_ sizes: String?, to width: Int) -> String {
        let plain = "(max-width: \(width)px) 100vw, \(width)px"
        guard let sizes, !sizes.contains("/*") else { return plain }
        let entries = entries(of: sizes)
        if entries.count == 1, entries[0].lowercased() == "100vw" { return plain }
        var limited: [String] = []
        var hasCondition = false
        for entry in entries {
            guard let start = startOfLength(in: entry) else { return plain }
            hasCondition = start > entry.startIndex
            let length = entry[start...]
            let isAutomatic = length.lowercased() == "auto"
            limited.append(entry[..<start] + (isAutomatic ? "\(length)" : "min(\(length), \(width)px)"))
        }
        // If no condition holds, the picture is as wide as the window.
        if hasCondition { limited.append("min(100vw, \(width)px)") }
        return limited.joined(separator: ", ")
    }

    /// Returns the parts between commas outside of parentheses.
    static func entries(of sizes: String) -> [Substring] {
        var depth = 0
        return sizes.split(omittingEmptySubsequences: false) { character in
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            return depth == 0 && character == ","
        }.map(\.trimmed)
    }

    /// Returns the start of the length after the condition: a number with its unit, a word, or a whole function; `nil` if
    /// there is none.
    static func startOfLength(in entry: Substring) -> Substring.Index? {
        var depth = 0
        var start = entry.endIndex
        while start > entry.startIndex {
            let before = entry.index(before: start)
            let character = entry[before]
            if character == ")" { depth += 1 }
            if character == "(" { depth -= 1 }
            if depth == 0, character.isWhitespace { break }
            // A condition needs no space after it.
            if depth == 1, character == ")", start < entry.endIndex { break }
            start = before
        }
        guard (0...1).contains(depth), start < entry.endIndex, entry[start] != "(" else { return nil }
        return start
    }
}
