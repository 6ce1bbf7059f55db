/// A regular file that is open for reading: whatever is judged of it and read from it is of the same file, even if another
/// one takes its place meanwhile.
package final class OpenedFile: Sendable {
    /// The path that it was opened by.
    package let path: String
    /// Its status when it was opened.
    package let status: FileStatus
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: ``FileSystemError``, as `FileSystem.read(_:limit:followingLinks:)` does.
    package init(_ path: String, followingLinks: Bool) throws(FileSystemError) {
        self.path = path
        (descriptor, status) = try FileSystem.openRegularFile(path, followingLinks: followingLinks)
    }

    /// Opens a file below a folder, without following a link in any part of its name.
    ///
    /// - Parameters:
    ///   - name: Path relative to `root`.
    ///   - followingLinks: Whether `root` itself may be a link.
    /// - Throws: ``FileSystemError``; its code is `ELOOP` or `ENOTDIR` for a link, `EXDEV` for a name that leads out, and
    ///   `EISDIR` for a folder.
    package init(
        _ name: String, below root: String, followingLinks: Bool = true
    ) throws(FileSystemError) {
        path = root + "/" + name
        let folder = try OpenFolder.of(name, below: root, followingLinks: followingLinks)
        (descriptor, status) = try FileSystem.openRegularFile(path, followingLinks: false, in: folder)
    }

    deinit { close(descriptor) }

    /// Returns bytes from a place on: as many as wanted, unless the file ends before.
    ///
    /// - Throws: ``FileSystemError``.
    package func read(at place: Int, count: Int) throws(FileSystemError) -> [UInt8] {
        try FileSystem.bytes(count, from: descriptor, at: place, path)
    }

    /// Returns as many bytes as there were when it was opened.
    ///
    /// - Parameter limit: The maximum size in bytes; a larger file is rejected before it is read.
    /// - Throws: ``FileSystemError``; its code is `EFBIG` above `limit`.
    package func readAll(limit: Int? = nil) throws(FileSystemError) -> [UInt8] {
        if let limit, status.size > limit { throw FileSystemError("read", path, code: EFBIG) }
        return try read(at: 0, count: status.size)
    }

    /// Returns the digest of its bytes, with only a small part of them in memory at any time.
    ///
    /// - Throws: ``FileSystemError``.
    package func digest() throws(FileSystemError) -> ContentDigest {
        try FileSystem.digest(ofOpen: descriptor, path).digest
    }
}
