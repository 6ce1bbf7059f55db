/// Changes below a folder, by names that may be forged: no link is followed, and no name leads out.
extension FileSystem {
    /// Creates a directory below `root`, and its parents. `root` is created, too.
    ///
    /// - Parameter name: Path relative to `root`; empty for `root` itself.
    /// - Throws: ``FileSystemError``, including if something else, such as a link, is in the place of a directory.
    package static func createDirectory(_ name: String, below root: String) throws(FileSystemError) {
        try createDirectory(at: root)
        var made = ""
        for part in name.utf8.split(separator: UInt8(ascii: "/")) {
            let folder = try OpenFolder(made, below: root)
            let part = String(Substring(part))
            made += made.isEmpty ? part : "/" + part
            let path = root + "/" + made
            var status = stat()
            if fstatat(folder.descriptor, part, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
            if change("make-folder", path, { mkdirat(folder.descriptor, part, 0o777) }) != 0, errno != EEXIST
            {
                throw FileSystemError("create directory", path, code: errno)
            }
        }
        _ = try OpenFolder(name, below: root)
    }

    /// Writes `data` atomically to a file below `root`, in a folder that exists.
    ///
    /// - Parameter permissions: The mode bits before the umask is applied.
    /// - Throws: ``FileSystemError``.
    package static func writeAtomically(
        _ data: some ContiguousBytes, to name: String, below root: String, permissions: UInt32 = 0o666
    ) throws(FileSystemError) {
        let folder = try OpenFolder.of(name, below: root)
        try putAtomically(root + "/" + name, nil, nil, .process, in: folder) {
            temporary throws(FileSystemError) in
            try write(data, toNewFile: temporary, permissions: permissions, in: folder)
        }
    }

    /// Writes a new file below `root`, in a folder that exists. After any failure nothing of it remains.
    ///
    /// - Throws: ``FileSystemError``, also if there is something at the path.
    package static func write(
        _ data: some ContiguousBytes, toNewFile name: String, below root: String
    ) throws(FileSystemError) {
        let folder = try OpenFolder.of(name, below: root)
        try write(data, toNewFile: root + "/" + name, in: folder)
    }

    /// Returns the digest and the status of a regular file below `root`, with only a small part of it in memory at any
    /// time; `nil` if nothing is there, or anything else than a regular file.
    ///
    /// - Throws: ``FileSystemError``.
    package static func digest(
        ofFile name: String, below root: String
    ) throws(FileSystemError) -> (digest: ContentDigest, status: FileStatus)? {
        do {
            let folder = try OpenFolder.of(name, below: root)
            let (descriptor, status) = try openRegularFile(
                root + "/" + name, followingLinks: false, in: folder)
            defer { close(descriptor) }
            return (try digest(ofOpen: descriptor, root + "/" + name).digest, status)
        } catch {
            if error.isMissing || [ELOOP, EINVAL, EISDIR, EXDEV].contains(error.code) { return nil }
            throw error
        }
    }

    /// Deletes a file below `root`.
    ///
    /// - Parameter inode: The inode number of the file that was examined; another file is left.
    /// - Returns: Whether the file was deleted.
    /// - Throws: ``FileSystemError``.
    @discardableResult
    package static func removeFile(
        _ name: String, below root: String, inode: UInt64? = nil
    ) throws(FileSystemError) -> Bool {
        let folder: OpenFolder
        do {
            folder = try OpenFolder.of(name, below: root)
        } catch {
            if error.isMissing { return false }
            throw error
        }
        let (path, last) = (root + "/" + name, OpenFolder.lastName(name))
        if let inode {
            var status = stat()
            if fstatat(folder.descriptor, last, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_ino != inode {
                return false
            }
        }
        if change("delete", path, { unlinkat(folder.descriptor, last, 0) }) == 0 { return true }
        let error = FileSystemError("delete", path, code: errno)
        if error.isMissing { return false }
        throw error
    }

    /// Deletes a directory below `root` if it is empty.
    ///
    /// - Returns: Whether it existed and was empty.
    /// - Throws: ``FileSystemError`` for every reason except absence and contents.
    @discardableResult
    package static func removeEmptyDirectory(
        _ name: String, below root: String
    ) throws(FileSystemError) -> Bool {
        let folder = try OpenFolder.of(name, below: root)
        let (path, last) = (root + "/" + name, OpenFolder.lastName(name))
        if change("delete-folder", path, { unlinkat(folder.descriptor, last, AT_REMOVEDIR) }) == 0 {
            return true
        }
        let error = FileSystemError("delete", path, code: errno)
        if error.isMissing || error.code == ENOTEMPTY || error.code == EEXIST { return false }
        throw error
    }

    /// Removes the temporary files left by killed processes in a directory below `root`, unless a link is in its path.
    ///
    /// - Parameter name: Path relative to `root`; empty for `root` itself.
    /// - Throws: ``FileSystemError``.
    package static func removeTemporaryFiles(in name: String, below root: String) throws(FileSystemError) {
        do {
            _ = try OpenFolder(name, below: root)
        } catch {
            return
        }
        for entry in try entries(ofDirectory: name.isEmpty ? root : root + "/" + name)
        where entry.kind == .regular && entry.name.hasPrefix(temporaryPrefix) {
            try removeFile(name.isEmpty ? entry.name : name + "/" + entry.name, below: root)
        }
    }
}
