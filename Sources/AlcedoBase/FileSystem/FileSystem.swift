/// The layer for all access to files.
///
/// It handles short writes, error numbers, atomic replacement and durability in one place. Paths are plain strings as
/// the system takes them.
package enum FileSystem {
    // Retries interrupted calls; every other failure is thrown.
    static func check(_ operation: String, _ path: String, _ body: () -> Int32) throws(FileSystemError)
        -> Int32
    {
        while true {
            let result = body()
            if result != -1 { return result }
            if errno != EINTR { throw FileSystemError(operation, path, code: errno) }
        }
    }

    /// Returns the status of the file at `path`, or `nil` if nothing is there.
    ///
    /// - Parameter followingLinks: Whether to follow a symbolic link.
    /// - Throws: ``FileSystemError`` for every reason except absence.
    package static func status(of path: String, followingLinks: Bool = false) throws(FileSystemError)
        -> FileStatus?
    {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileStatus(status) }
        let error = FileSystemError("examine", path, code: errno)
        if error.isMissing { return nil }
        throw error
    }

    /// Returns the target of the symbolic link at `path`, as stored in it.
    /// - Throws: ``FileSystemError``; its code is `EINVAL` if the file is not a link.
    package static func target(ofLink path: String) throws(FileSystemError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        if count < 0 { throw FileSystemError("examine", path, code: errno) }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Gives a file a second name.
    ///
    /// - Throws: ``FileSystemError``; its code is `EXDEV` on another file system, and `EPERM` or `ENOTSUP` where there are no
    ///   hard links.
    package static func link(_ path: String, to other: String) throws(FileSystemError) {
        if change("link", other, { linkat(AT_FDCWD, path, AT_FDCWD, other, 0) }) != 0 {
            throw FileSystemError("create", other, code: errno)
        }
    }

    /// Deletes the file or link at `path`.
    ///
    /// - Returns: Whether the file existed.
    /// - Throws: ``FileSystemError`` for every reason except absence; a directory is an error.
    @discardableResult
    package static func removeFile(at path: String) throws(FileSystemError) -> Bool {
        if change("delete", path, { unlink(path) }) == 0 { return true }
        let error = FileSystemError("delete", path, code: errno)
        if error.isMissing { return false }
        throw error
    }

    /// Deletes the directory at `path` if it is empty.
    ///
    /// - Returns: Whether it existed and was empty.
    /// - Throws: ``FileSystemError`` for every reason except absence and contents.
    @discardableResult
    package static func removeEmptyDirectory(at path: String) throws(FileSystemError) -> Bool {
        if change("delete-folder", path, { rmdir(path) }) == 0 { return true }
        let error = FileSystemError("delete", path, code: errno)
        if error.isMissing || error.code == ENOTEMPTY || error.code == EEXIST { return false }
        throw error
    }

    /// Moves a file to `destination` atomically, replacing a regular file there.
    /// - Throws: ``FileSystemError``; both files are then unchanged.
    package static func rename(_ source: String, to destination: String) throws(FileSystemError) {
        try rename(source, to: destination, in: nil)
    }

    static func rename(
        _ source: String, to destination: String, in folder: OpenFolder?
    ) throws(FileSystemError) {
        _ = try check("rename to", destination) {
            change("rename", destination) {
                renameat(folder.place, folder.name(source), folder.place, folder.name(destination))
            }
        }
    }

    /// Creates a directory and its parents. An existing directory is not an error.
    /// - Throws: ``FileSystemError``, including if something else is at `path`.
    package static func createDirectory(at path: String) throws(FileSystemError) {
        if makeDirectory(path) == 0 { return }
        var code = errno
        if code == ENOENT {
            let parent = folder(of: path)
            if parent.isEmpty || parent == path {
                throw FileSystemError("create directory", path, code: code)
            }
            try createDirectory(at: parent)
            if makeDirectory(path) == 0 { return }
            code = errno
        }
        let isDirectory = try status(of: path, followingLinks: true)?.kind == .directory
        if !isDirectory { throw FileSystemError("create directory", path, code: code) }
    }

    /// Creates a directory that only this user can open. Its parent must exist.
    /// - Throws: ``FileSystemError``, also if anything is at `path`.
    package static func createPrivateDirectory(at path: String) throws(FileSystemError) {
        _ = try check("create directory", path) { change("make-folder", path) { mkdir(path, 0o700) } }
    }

    private static func makeDirectory(_ path: String) -> Int32 {
        // An existing directory is not a step, because nothing changes.
        if FaultInjection.isArmed, access(path, F_OK) == 0 { return mkdir(path, 0o777) }
        return change("make-folder", path) { mkdir(path, 0o777) }
    }

    /// Returns the path of the parent directory: empty for a bare name, `/` for an entry of the root.
    ///
    /// Foundation's own function crashes on Linux for a path of a single letter.
    package static func folder(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = path.utf8[...]
        while rest.count > 1, rest.last == slash { rest.removeLast() }
        guard let end = rest.lastIndex(of: slash) else { return "" }
        var folder = rest[..<end]
        while folder.last == slash { folder.removeLast() }
        return folder.isEmpty ? "/" : String(Substring(folder))
    }

    /// The absolute path of the working directory.
    package static var currentDirectory: String { FileManager.default.currentDirectoryPath }
}
