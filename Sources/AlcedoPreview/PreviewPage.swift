import AlcedoBase

/// A page or a style sheet with its pictures, which all share that receive it at the same time.
package final class PreviewPage: Sendable {
    let bytes: Data
    /// Whether its encoding is known to be UTF-8.
    let isUTF8: Bool
    /// Whether it is another one than the file.
    let isChanged: Bool
    /// Its problems, but for pictures of others.
    let problems: [String]
    /// The paths of style sheets whose digests are in it.
    let pinnedStyleSheets: Set<String>

    init(
        _ bytes: [UInt8], isUTF8: Bool = false, isChanged: Bool = true, problems: [String] = [],
        pinnedStyleSheets: Set<String> = []
    ) {
        self.bytes = Data(bytes)
        self.isUTF8 = isUTF8
        self.isChanged = isChanged
        self.problems = problems
        self.pinnedStyleSheets = pinnedStyleSheets
    }
}
