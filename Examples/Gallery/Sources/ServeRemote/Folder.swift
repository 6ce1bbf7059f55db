#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files that are served.
struct Folder {
    /// One of them.
    struct File {
        var bytes: [UInt8]
        var type: String
        var etag: String
    }

    let path: String

    /// The file for the target of a request, or nothing.
    ///
    /// Only plain names directly in the folder: letters, digits, `.`, `-` and `_`, with no dot in front. So no way
    /// leads out of it, whatever is encoded how.
    func file(for target: Substring) -> File? {
        let name = target.prefix { $0 != "?" }.dropFirst()
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard target.hasPrefix("/"), isPlain, !name.isEmpty, !name.hasPrefix(".") else { return nil }
        guard let bytes = contents(of: path + "/" + name) else { return nil }
        return File(bytes: bytes, type: Self.type(of: name), etag: Self.etag(of: bytes))
    }

    private func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readSome(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    private static func type(of name: Substring) -> String {
        if name.hasSuffix(".jpg") { return "image/jpeg" }
        if name.hasSuffix(".png") { return "image/png" }
        return "application/octet-stream"
    }

    /// FNV-1a over the bytes (http://www.isthe.com/chongo/tech/comp/fnv/): it need only change when they do.
    private static func etag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return "\"" + String(hash, radix: 16) + "\""
    }
}

/// The system's `read`, by a name that the method above does not hide.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
