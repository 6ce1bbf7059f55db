extension FileSystem {
    /// An error for a file that changed while it was being read, twice in a row.
    package struct ChangedWhileReading: Error, Sendable, CustomStringConvertible {
        /// The path.
        package var path: String
        /// `photos/a.jpg changed while it was being read`.
        package var description: String { "\(path) changed while it was being read" }
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes; a larger file is rejected before it is read.
    ///   - followingLinks: Whether to follow a symbolic link. Otherwise it is an error.
    /// - Throws: ``FileSystemError``; its code is `EFBIG` above `limit`, `EISDIR` for a directory, `EINVAL` for a pipe,
    ///   a socket or a device, and `ELOOP` for a link that is not followed.
    package static func read(
        _ path: String, limit: Int? = nil, followingLinks: Bool = true
    ) throws(FileSystemError) -> Data {
        try readOnce(path, limit: limit, followingLinks: followingLinks).data
    }

    /// Reads a whole file into an array, without zeroing the array first.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes; a larger file is rejected before it is read.
    ///   - followingLinks: Whether to follow a symbolic link. Otherwise it is an error.
    /// - Throws: ``FileSystemError``, as ``read(_:limit:followingLinks:)`` does.
    package static func readBytes(
        _ path: String, limit: Int? = nil, followingLinks: Bool = true
    ) throws(FileSystemError) -> [UInt8] {
        let (descriptor, status) = try openRegularFile(path, followingLinks: followingLinks)
        defer { close(descriptor) }
        if let limit, status.size > limit { throw FileSystemError("read", path, code: EFBIG) }
        return try bytes(status.size, from: descriptor, path)
    }

    /// Returns bytes of an open file: as many as wanted, unless the file ends before.
    ///
    /// - Parameter place: Where they begin; `nil` for what comes next.
    /// - Throws: ``FileSystemError``; its code is `ENOMEM` if there is no memory for them.
    static func bytes(
        _ most: Int, from descriptor: Int32, at place: Int? = nil, _ path: String
    ) throws(FileSystemError) -> [UInt8] {
        // An array for which there is no memory ends the program.
        if most > 1 << 26 {
            let room = mmap(nil, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard room != MAP_FAILED else { throw FileSystemError("read", path, code: ENOMEM) }
            munmap(room, most)
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            (count, failure) =
                place.map { fill(buffer, from: descriptor, at: $0) } ?? fill(buffer, from: descriptor)
        }
        if failure != 0 { throw FileSystemError("read", path, code: failure) }
        return bytes
    }

    /// Reads the beginning of a file of any size.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bytes to read.
    ///   - followingLinks: Whether to follow a symbolic link. Otherwise it is an error.
    /// - Throws: ``FileSystemError``, as ``read(_:limit:followingLinks:)`` does.
    package static func readBeginning(
        of path: String, count most: Int, followingLinks: Bool = true
    ) throws(FileSystemError) -> [UInt8] {
        let (descriptor, _) = try openRegularFile(path, followingLinks: followingLinks)
        defer { close(descriptor) }
        return try bytes(most, from: descriptor, path)
    }

    /// Reads the beginning and the end of a file of any size.
    ///
    /// - Throws: ``FileSystemError``, as ``read(_:limit:followingLinks:)`` does.
    package static func readEnds(
        of path: String, beginning: Int, end: Int
    ) throws(FileSystemError) -> (beginning: [UInt8], end: [UInt8], status: FileStatus) {
        let (descriptor, status) = try openRegularFile(path, followingLinks: true)
        defer { close(descriptor) }
        return (
            try bytes(beginning, from: descriptor, at: 0, path),
            try bytes(end, from: descriptor, at: max(0, status.size - end), path), status
        )
    }

    /// Returns the digest of a whole file together with its matching status, with only a small part of the file in memory
    /// at any time.
    ///
    /// - Throws: ``FileSystemError``, or `ChangedWhileReading` if it changed during both attempts.
    package static func digestStable(_ path: String) throws -> (digest: ContentDigest, status: FileStatus) {
        for _ in 0..<2 {
            let (descriptor, before) = try openRegularFile(path, followingLinks: true)
            defer { close(descriptor) }
            let found = try digest(ofOpen: descriptor, path)
            let after = try status(ofOpen: descriptor, path)
            if before == after, found.bytes == after.size { return (found.digest, after) }
        }
        throw ChangedWhileReading(path: path)
    }

    /// Reads a whole file together with its matching status.
    ///
    /// The status is taken from the open file before and after reading. If the two differ the file is read once more,
    /// so bytes are never stored with the status of other bytes.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: ``FileSystemError``, or `ChangedWhileReading` if it changed during both attempts.
    package static func readStable(_ path: String, limit: Int? = nil) throws -> (
        data: Data, status: FileStatus
    ) {
        try readStable(path, limit: limit, whileReading: {})
    }

    // `whileReading` runs between the last byte and the second status; tests change the file there.
    static func readStable(
        _ path: String, limit: Int?, whileReading: () -> Void
    ) throws -> (data: Data, status: FileStatus) {
        for _ in 0..<2 {
            let (data, before, after) = try readOnce(path, limit: limit, whileReading: whileReading)
            if before == after, data.count == after.size { return (data, after) }
        }
        throw ChangedWhileReading(path: path)
    }

    private static func readOnce(
        _ path: String, limit: Int?, followingLinks: Bool = true, whileReading: () -> Void = {}
    ) throws(FileSystemError) -> (data: Data, before: FileStatus, after: FileStatus) {
        let (descriptor, before) = try openRegularFile(path, followingLinks: followingLinks)
        defer { close(descriptor) }
        if let limit, before.size > limit { throw FileSystemError("read", path, code: EFBIG) }
        // Uninitialized: pictures have megabytes. At least one byte, because `malloc(0)` may return `nil`.
        guard let block = malloc(max(1, before.size)) else {
            throw FileSystemError("read", path, code: ENOMEM)
        }
        let buffer = UnsafeMutableRawBufferPointer(start: block, count: before.size)
        let (filled, failure) = fill(buffer, from: descriptor)
        guard failure == 0 else {
            free(block)
            throw FileSystemError("read", path, code: failure)
        }
        let data = Data(bytesNoCopy: block, count: filled, deallocator: .free)
        whileReading()
        return (data, before, try status(ofOpen: descriptor, path))
    }

    /// Reads from a place in a file, by default its beginning, until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes read, and the system's error number or 0.
    static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at start: Int = 0
    ) -> (count: Int, failure: Int32) {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                off_t(start + filled))
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                return (filled, errno)
            }
        }
        return (filled, 0)
    }

    /// Opens a regular file for reading. The caller closes it.
    static func openRegularFile(
        _ path: String, followingLinks: Bool, in folder: OpenFolder? = nil
    ) throws(FileSystemError) -> (descriptor: Int32, status: FileStatus) {
        // Without O_NONBLOCK, opening a named pipe could block forever.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
        let descriptor: Int32
        do {
            descriptor = try check("read", path) { openat(folder.place, folder.name(path), flags) }
        } catch {
            // These errors mean a socket, or a device without a driver.
            throw error.code == ENXIO || error.code == ENODEV
                ? FileSystemError("read", path, code: EINVAL) : error
        }
        do throws(FileSystemError) {
            let status = try status(ofOpen: descriptor, path)
            switch status.kind {
            case .regular: return (descriptor, status)
            case .directory: throw FileSystemError("read", path, code: EISDIR)
            default: throw FileSystemError("read", path, code: EINVAL)
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    static func status(ofOpen descriptor: Int32, _ path: String) throws(FileSystemError) -> FileStatus {
        var status = stat()
        _ = try check("examine", path) { fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// An entry of a directory.
    package struct DirectoryEntry: Hashable, Sendable {
        /// The last path component. Bytes that are not valid UTF-8 are escaped as `\xE9`.
        package var name: String
        /// The kind of file; links are not followed.
        package var kind: FileStatus.Kind
        /// Whether the name is valid UTF-8. Otherwise it cannot be used to open the file.
        package var isText = true
    }

    // The name with every byte that is not valid UTF-8 escaped as `\xE9`.
    private static func escaped(_ name: UnsafePointer<CChar>) -> String {
        let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map(UInt8.init(bitPattern:))
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            // A UTF-8 character has at most four bytes.
            let next = (1...4).lazy.filter { $0 <= rest.count }.compactMap { count in
                String(validating: rest.prefix(count), as: UTF8.self).map { (count, $0) }
            }.first
            text += next?.1 ?? "\\x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
            rest = rest.dropFirst(next?.0 ?? 1)
        }
        return text
    }

    /// Returns the entries of a directory, sorted by the bytes of their names, without `.` and `..`.
    /// - Throws: ``FileSystemError``.
    package static func entries(ofDirectory path: String) throws(FileSystemError) -> [DirectoryEntry] {
        guard let directory = opendir(path) else { throw FileSystemError("list", path, code: errno) }
        defer { closedir(directory) }
        var entries: [DirectoryEntry] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw FileSystemError("list", path, code: errno) }
                break
            }
            let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                    String(validatingCString: bytes).map { ($0, true) } ?? (escaped(bytes), false)
                }
            }
            if name == "." || name == ".." { continue }
            let kind: FileStatus.Kind
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): kind = .regular
            case Int(DT_DIR): kind = .directory
            case Int(DT_LNK): kind = .symbolicLink
            case Int(DT_UNKNOWN):
                // Some file systems do not report the type, so examine the entry itself, which may be gone by now.
                guard isText, let status = try status(of: path + "/" + name) else { continue }
                kind = status.kind
            default: kind = .other
            }
            entries.append(DirectoryEntry(name: name, kind: kind, isText: isText))
        }
        // By bytes, as `String`'s own order is not.
        return entries.sorted { strcmp($0.name, $1.name) < 0 }
    }
}
