import CAlcedoSystem

/// Reads the status of many files in few folders, without opening the files.
///
/// It keeps the last folder open, so that the system looks up the next file in it by its name instead of its whole
/// path. This saves a quarter of the time (measured with 40,000 files seven folders deep: 51 ms instead of 67). Process
/// files folder by folder to benefit.
package struct StatusReader: ~Copyable {
    // The path of the folder with its trailing slash, in bytes.
    private var folder: [UInt8] = []
    private var descriptor: Int32 = -1

    /// Creates a reader without an open folder.
    package init() {}

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the status of `path`, or `nil` if nothing is there, like `FileSystem.status(of:followingLinks:)`.
    ///
    /// - Parameter followingLinks: Whether to follow a symbolic link.
    /// - Throws: ``FileSystemError`` for every reason except absence.
    package mutating func status(
        of path: String, followingLinks: Bool = false
    ) throws(FileSystemError) -> FileStatus? {
        var status = stat()
        var code: Int32 = 0
        let count = path.utf8.count
        path.withCString { text in
            let bytes = UnsafeRawBufferPointer(start: text, count: count)
            // If the folder cannot be opened or the path ends with a slash, the system resolves the whole path.
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
