/// A file of ours: a name below a folder that this run names.
///
/// Records, such as indexes, ledgers and states of the cache, may be forged. What one says about *where* a file is becomes
/// a value of this type or is not used. The file is then opened below the folder, and no link on the way is followed.
package struct OwnFile: Hashable, Sendable {
    /// Absolute path of a folder that the manifest or the command line of this run names. It may be reached through links.
    package let folder: String
    /// Path relative to the folder.
    package let name: String

    /// Creates a file; `nil` for a name that leads out of the folder, or has a second spelling.
    package init?(_ name: String, in folder: String) {
        guard RelativeName.isInside(name) else { return nil }
        (self.folder, self.name) = (folder, name)
    }

    /// The absolute path, for messages.
    package var path: String { folder == "/" ? folder + name : folder + "/" + name }

    /// A regular file as it was read.
    package struct Found: Sendable {
        package let digest: ContentDigest
        package let status: FileStatus
    }

    /// Outcome of a deletion.
    package enum Removal: Hashable, Sendable {
        case deleted
        /// Nothing is there.
        case absent
        /// Another file is there, which was left.
        case foreign
    }

    /// Returns the digest and status of the regular file; `nil` if nothing or anything else is there, or a link is on the way.
    ///
    /// - Throws: ``FileSystemError``.
    package func found() throws(FileSystemError) -> Found? {
        try FileSystem.digest(ofFile: name, below: folder).map { Found(digest: $0.digest, status: $0.status) }
    }

    /// Returns what is at the place of the file, which is not opened; `nil` if that is nothing.
    ///
    /// - Throws: ``FileSystemError``.
    package func status() throws(FileSystemError) -> FileStatus? { try FileSystem.status(of: path) }

    /// Deletes the file if it is ours.
    ///
    /// Another file may take its place after it was read, and some network file systems give a file another number each
    /// time. It is then read again.
    ///
    /// - Parameter isOurs: Whether the file that was read may be deleted.
    /// - Throws: ``FileSystemError``; its code is `EAGAIN` if each time that it was to be deleted another file seemed to
    ///   be there.
    package func remove(
        if isOurs: (Found) throws(FileSystemError) -> Bool
    ) throws(FileSystemError) -> Removal {
        for _ in 0..<Self.maxLooks {
            guard let found = try found() else { return try status() == nil ? .absent : .foreign }
            guard try isOurs(found) else { return .foreign }
            if try FileSystem.removeFile(name, below: folder, inode: found.status.inode) { return .deleted }
        }
        throw FileSystemError("delete", path, code: EAGAIN)
    }

    private static let maxLooks = 4
}
