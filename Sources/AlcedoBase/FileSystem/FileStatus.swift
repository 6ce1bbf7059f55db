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
    /// Time of the last change of its bytes, in nanoseconds since 1970.
    public var modified: Int
    /// Time of the last change of its bytes or its attributes, in nanoseconds since 1970.
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
            modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec),
            changed: Int(changed.tv_sec) * 1_000_000_000 + Int(changed.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}
