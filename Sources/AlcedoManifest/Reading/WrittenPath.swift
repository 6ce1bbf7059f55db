/// Detects paths of shells and of Windows, which are not valid in a manifest.
enum WrittenPath {
    /// Returns why a text is not a valid path, phrased to follow its name, or `nil` if it is.
    static func fault(_ text: String) -> String? {
        if text == "~" || text.hasPrefix("~/") {
            return
                "begins with '~', which is the home folder in a shell only; write a path relative to the manifest"
        }
        if isOfWindows(text) {
            return
                "is an absolute Windows path; write a path relative to the manifest, with '/' between folders"
        }
        if text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\0" }) {
            return
                "holds a control character; in double quotes '\\' begins an escape: write '/' between folders"
        }
        return nil
    }

    /// Returns `photos/a.jpg` for `photos\a.jpg`, or `nil` if every backslash escapes a pattern character.
    static func withSlashes(_ text: String) -> String? {
        var isMeant = true
        var rest = text[...]
        while let slash = rest.firstIndex(of: "\\") {
            rest = rest[rest.index(after: slash)...]
            guard let next = rest.first, "*?[]{}\\".contains(next) else {
                isMeant = false
                break
            }
            rest = rest.dropFirst()
        }
        return isMeant ? nil : text.replacing("\\", with: "/")
    }

    private static func isOfWindows(_ text: String) -> Bool {
        if text.hasPrefix("\\\\") { return true }
        let start = text.prefix(3)
        guard start.count == 3, let letter = start.first, letter.isASCII, letter.isLetter else {
            return false
        }
        return start.dropFirst().first == ":" && (start.last == "\\" || start.last == "/")
    }
}
