/// The value of `sizes` for a picture of which an author has said how wide it is shown.
enum SizesAttribute {
    /// How wide a picture is shown that is never wider than `width`.
    ///
    /// What a manifest says of a variant holds for all its pictures, and a page for the picture that it shows: whichever of
    /// the two is less. `100vw` says nothing of a layout and gives way to a form that browsers have understood from the
    /// first; elsewhere each length is put into `min()`, as *CSS Values and Units Level 4* has it.
    ///
    /// - Parameters:
    ///   - sizes: What the manifest says; `nil` for nothing, which is `100vw` (HTML, "parse a sizes attribute").
    ///   - width: CSS pixels.
    static func limited(_ sizes: String?, to width: Int) -> String {
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
        // Where no condition holds, it is as wide as the window.
        if hasCondition { limited.append("min(100vw, \(width)px)") }
        return limited.joined(separator: ", ")
    }

    /// The parts between commas that are in no parentheses.
    private static func entries(of sizes: String) -> [Substring] {
        var entries: [Substring] = []
        var depth = 0
        var start = sizes.startIndex
        for place in sizes.indices {
            switch sizes[place] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                entries.append(sizes[start..<place])
                start = sizes.index(after: place)
            default: break
            }
        }
        entries.append(sizes[start...])
        return entries.map { entry in
            var entry = entry.drop { $0.isWhitespace }
            while entry.last?.isWhitespace == true { entry.removeLast() }
            return entry
        }
    }

    /// Where the length begins behind the condition: a number with its unit, a word, or a whole function.
    ///
    /// - Returns: `nil` where there is none.
    private static func startOfLength(in entry: Substring) -> Substring.Index? {
        var depth = 0
        var start = entry.endIndex
        while start > entry.startIndex {
            let before = entry.index(before: start)
            let character = entry[before]
            if character == ")" { depth += 1 }
            if character == "(" { depth -= 1 }
            if depth == 0, character.isWhitespace { break }
            // A condition needs no space behind it.
            if depth == 1, character == ")", start < entry.endIndex { break }
            start = before
        }
        guard (0...1).contains(depth), start < entry.endIndex, entry[start] != "(" else { return nil }
        return start
    }
}
