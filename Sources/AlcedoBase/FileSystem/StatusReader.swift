import CAlcedoSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks at many files of few folders, without opening any.
///
/// It keeps the last folder open, so that the system finds the next file in it by its name alone and not by all of its
/// path: a quarter of the time (measured: 40,000 files seven folders deep, 51 ms against 67). Whoever has many files
/// takes them folder by folder.
public struct StatusReader: ~Copyable {
    // The path of the folder with its last slash, in bytes.
    private var folder: [UInt8] = []
    private var descriptor: Int32 = -1

    /// Has no folder open yet.
    public init() {}

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// What is at `path`, or `nil` when nothing is; the same as `FileSystem.status(of:followingLinks:)`.
    ///
    /// - Parameter followingLinks: Whether a symbolic link is looked through.
    /// - Throws: ``FileSystemError`` for every reason but absence.
    public mutating func status(
        of path: String, followingLinks: Bool = false
    ) throws(FileSystemError) -> FileStatus? {
        var status = stat()
        var code: Int32 = 0
        let count = path.utf8.count
        path.withCString { text in
            let bytes = UnsafeRawBufferPointer(start: text, count: count)
            // A folder that cannot be opened, or a path that ends with a slash: the system says of the whole path what
            // there is to say.
            var start = 0
            if let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash + 1 < bytes.count,
                enter(UnsafeRawBufferPointer(rebasing: bytes[...slash]))
            {
                start = slash + 1
            }
            let result = fstatat(
                start == 0 ? AT_FDCWD : descriptor, text + start, &status,
                followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            if result != 0 { code = errno }
        }
        if code == 0 { return FileStatus(status) }
        let error = FileSystemError("examine", path, code: code)
        if error.isMissing { return nil }
        throw error
    }

    private mutating func enter(_ path: UnsafeRawBufferPointer) -> Bool {
        let isSame = folder.withUnsafeBytes { last in
            guard last.count == path.count, let one = last.baseAddress, let two = path.baseAddress else {
                return false
            }
            return memcmp(one, two, last.count) == 0
        }
        if isSame { return descriptor >= 0 }
        if descriptor >= 0 { close(descriptor) }
        folder = Array(path)
        descriptor = alcedo_open_folder(String(decoding: path, as: UTF8.self))
        return descriptor >= 0
    }
}
