package import AlcedoBase

extension PathBounds {
    /// Opens a file that is in bounds. Links are followed as long as they stay inside.
    ///
    /// The path without its links is judged, and then opened without following any: one that is put into it meanwhile leads
    /// nowhere, and is looked at like all others the next time.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isHidden: Whether a file is out of bounds for another reason, given its path without links from its folder.
    /// - Returns: `nil` if nothing is there, or it is out of bounds.
    /// - Throws: `FileSystemError`; its code is `EISDIR` for a folder, and `EINVAL` for a device, a pipe or a socket.
    package func open(
        _ path: String, unless isHidden: (String) -> Bool = { _ in false }
    ) throws(FileSystemError) -> OpenedFile? {
        for _ in 0..<3 {
            guard let real = GlobWalker.realPath(path), let folder = folder(of: real),
                let name = RelativeName.name(of: real, below: folder), !isHidden(name)
            else { return nil }
            do {
                return try OpenedFile(name, below: folder, followingLinks: false)
            } catch {
                if ![ELOOP, ENOTDIR, ENOENT].contains(error.code) { throw error }
            }
        }
        return nil
    }

    /// The folder that a file is in.
    private func folder(of real: String) -> String? {
        ([root] + allowed).first { GlobWalker.isBelow($0, real) }
    }
}
