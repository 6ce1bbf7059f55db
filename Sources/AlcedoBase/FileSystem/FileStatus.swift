#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the file system says of a file without opening it.
public struct FileStatus: Hashable, Sendable {
    /// What kind of thing a path names.
    public enum Kind: UInt8, Sendable {
        case regular, directory, symbolicLink, other
    }

    /// What it is.
    public var kind: Kind
    /// Bytes.
    public var size: Int
    /// Time of the last change of its bytes, in nanoseconds since 1970. Anybody may set it to anything; a time that is
    /// more than 9,200,000,000 seconds (291 years) from 1970 is told as being so far away, in whole seconds.
    public var modified: Int
    /// Time of the last change of its bytes or its attributes, in nanoseconds since 1970, within the same bounds.
    public var changed: Int
    /// The number of the file on its file system.
    public var inode: UInt64

    /// Describes a file.
    public init(kind: Kind, size: Int, modified: Int, changed: Int, inode: UInt64) {
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

    // File systems take dates far outside of what 64 bits of nanoseconds hold. The bound leaves room on both sides, so
    // that a few days may be added and taken away.
    static func nanoseconds(_ time: timespec) -> Int {
        let bound = 9_200_000_000
        let seconds = min(max(Int(time.tv_sec), -bound), bound)
        return seconds * 1_000_000_000 + (seconds == Int(time.tv_sec) ? Int(time.tv_nsec) : 0)
    }
}
