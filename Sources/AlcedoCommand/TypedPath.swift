import ArgumentParser

/// Validation of paths from the command line.
enum TypedPath {
    /// The kind of item that a path must name.
    enum Kind: String {
        case file, folder
    }

    /// Refuses an empty path. It would mean the current directory, which a script with an unset variable does not
    /// intend.
    ///
    /// - Parameter option: The option of the path: `--root`, or `<directory>` for an argument without a name.
    /// - Throws: `ValidationError`.
    static func check(_ path: String?, _ option: String, names kind: Kind) throws {
        guard let path, path.allSatisfy(\.isWhitespace) else { return }
        throw ValidationError("\(option) is empty; name a \(kind.rawValue).")
    }
}
