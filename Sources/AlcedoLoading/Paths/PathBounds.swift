package import AlcedoBase

/// The folders that may hold files named by a manifest, a list, a template or a page.
///
/// All such paths follow one rule: with links resolved, the file is below the root, or in a folder that `allow-outside` in
/// the manifest names. Otherwise a branch with a link could publish any file of the machine that builds it. Paths typed
/// on the command line are exempt.
package struct PathBounds: Hashable, Sendable {
    /// The absolute path of the root, with links resolved.
    package let root: String
    /// Absolute paths of the other folders, with links resolved.
    let allowed: [String]

    /// - Parameters:
    ///   - root: An absolute path.
    ///   - allowed: Absolute paths of folders outside of the root.
    package init(root: String, allowing allowed: [String] = []) {
        self.root = GlobWalker.realPath(root) ?? root
        self.allowed = allowed.map { GlobWalker.realPath($0) ?? $0 }
    }

    /// Returns whether a file may be used.
    ///
    /// - Parameter real: The absolute path of the file, with links resolved.
    package func hold(_ real: String) -> Bool {
        GlobWalker.isBelow(root, real) || allowOutside(real)
    }

    /// Returns whether a file is in a folder that is allowed in addition to the root.
    ///
    /// - Parameter real: The absolute path of the file, with links resolved.
    package func allowOutside(_ real: String) -> Bool {
        allowed.contains { $0 == real || GlobWalker.isBelow($0, real) }
    }

    /// Returns the path of a file or a folder with its links resolved, or `nil` if it is out of bounds.
    ///
    /// - Throws: `FileSystemError` if nothing is there, or a device, a pipe or a socket.
    package func resolve(_ path: String) throws(FileSystemError) -> String? {
        guard let real = GlobWalker.realPath(path) else {
            // A path below a file, or with too many links.
            throw FileSystemError("open", path, code: errno == 0 ? ENOENT : errno)
        }
        if try FileSystem.status(of: real)?.kind == .other {
            throw FileSystemError("read", path, code: EINVAL)
        }
        return hold(real) || real == root ? real : nil
    }

    /// What is wrong with a path out of bounds, and what to do, in words that follow its name.
    ///
    /// - Parameter folder: What the root is.
    package static func fault(_ folder: String = "the manifest's folder") -> String {
        "leads out of \(folder); move the file there, or name its folder in 'allow-outside'"
    }
}
