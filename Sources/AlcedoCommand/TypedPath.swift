import ArgumentParser

/// A path as it was typed.
enum TypedPath {
    /// What it has to name.
    enum Kind: String {
        case file, folder
    }

    /// Refuses an empty one. It would be the current directory, where a script with a variable that is not set means
    /// nothing of the kind.
    ///
    /// - Parameter option: What it was typed for: `--root`, or `<directory>` for what has no name.
    /// - Throws: `ValidationError`.
    static func check(_ path: String?, _ option: String, names kind: Kind) throws {
        guard let path, path.allSatisfy(\.isWhitespace) else { return }
        throw ValidationError("\(option) is empty; name a \(kind.rawValue).")
    }
}
