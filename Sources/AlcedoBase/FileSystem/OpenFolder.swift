import CAlcedoSystem

/// An open folder below another one, reached without following a link. Files are then changed by their last name, so that
/// a link put into the path meanwhile leads nowhere.
final class OpenFolder: Sendable {
    let descriptor: Int32

    /// - Parameters:
    ///   - name: Path relative to `root`; empty for `root` itself.
    ///   - root: Path of a folder, which may be reached through links.
    ///   - followingLinks: Whether `root` may be a link itself; what is inside never is.
    /// - Throws: ``FileSystemError``; its code is `ELOOP` or `ENOTDIR` for a link, and `EXDEV` for a path that leads out.
    init(_ name: String, below root: String, followingLinks: Bool = true) throws(FileSystemError) {
        let path = name.isEmpty ? root : root + "/" + name
        guard name.isEmpty || RelativeName.isInside(name) else {
            throw FileSystemError("open", path, code: EXDEV)
        }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
        let top = try FileSystem.check("open", path) { open(root, flags) }
        defer { close(top) }
        descriptor = try FileSystem.check("open", path) { alcedo_open_beneath(top, name) }
    }

    deinit { close(descriptor) }

    /// Folder of a file below `root`.
    static func of(
        _ name: String, below root: String, followingLinks: Bool = true
    ) throws(FileSystemError) -> OpenFolder {
        guard RelativeName.isInside(name) else {
            throw FileSystemError("open", root + "/" + name, code: EXDEV)
        }
        return try OpenFolder(FileSystem.folder(of: name), below: root, followingLinks: followingLinks)
    }

    /// The last component of a path.
    static func lastName(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(Substring(path.utf8[path.utf8.index(after: slash)...]))
    }
}

extension OpenFolder? {
    /// The folder for `openat` and its like.
    var place: Int32 { self?.descriptor ?? AT_FDCWD }

    /// The name of a file in the folder for `openat` and its like, given its path.
    func name(_ path: String) -> String { map { _ in OpenFolder.lastName(path) } ?? path }
}
