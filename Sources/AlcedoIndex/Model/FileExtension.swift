extension StringProtocol {
    /// The extension of the file that a path names, without its dot; `nil` if it has none.
    ///
    /// Dots in the names of folders start no extension, nor does the dot of a hidden file.
    package var fileExtension: SubSequence? {
        let name = self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let found = name[name.index(after: dot)...]
        return found.isEmpty ? nil : found
    }
}
