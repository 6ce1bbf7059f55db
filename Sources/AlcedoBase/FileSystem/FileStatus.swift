/// The metadata of a file, available without opening it.
package struct FileStatus: Hashable, Sendable {
    /// The kind of file that a path names.
    package enum Kind: UInt8, Sendable {
        case regular, directory, symbolicLink, other
    }

    /// The kind of file.
    package var kind: Kind
    /// The size in bytes.
    package var size: Int
    /// Time of the last change to the contents, in nanoseconds since 1970. Users can set any time; times more than
    /// 9,200,000,000 seconds (291 years) from 1970 are clamped to this distance, in whole seconds.
    package var modified: Int
    /// Time of the last change to the contents or attributes, in nanoseconds since 1970, clamped in the same way.
    package var changed: Int
    /// The inode number.
    package var inode: UInt64

    /// Creates a file status.
    package init(kind: Kind, size: Int, modified: Int, changed: Int, inode: UInt64) {
        self.kind = kind
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }

    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
            let changed = status.st_ctimespec
        #else
            let modified = status.st_mtim
            let changed = status.st_ctim
        #endif
        self.init(
            kind: kind, size: Int(status.st_size),
            modified: Self.nanoseconds(modified), changed: Self.nanoseconds(changed),
            inode: UInt64(status.st_ino))
    }

    // File systems accept dates far beyond the range of 64-bit nanoseconds. The bound leaves room to add or subtract a
    // few days.
    static func nanoseconds(_ time: timespec) -> Int {
        let bound = 9_200_000_000
        let seconds = min(max(Int(time.tv_sec), -bound), bound)
        return seconds * 1_000_000_000 + (seconds == Int(time.tv_sec) ? Int(time.tv_nsec) : 0)
    }
}
