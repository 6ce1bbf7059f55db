/// Rules for the name of a file below a folder, as ledgers and indexes have it: `photos/a.webp`.
package enum RelativeName {
    /// Whether the name leads to a place below the folder, and is the only spelling of it.
    ///
    /// Names come from files that others may have made. An absolute name and `..` lead out, the system ends a name at a
    /// zero byte, and with `.` or a doubled slash a file has a second name. With longer parts than any file system allows it
    /// has none.
    package static func isInside(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard bytes.count <= maxBytes else { return false }
            var start = 0
            for end in 0...bytes.count {
                if end < bytes.count {
                    if bytes[end] == 0 { return false }
                    if bytes[end] != UInt8(ascii: "/") { continue }
                }
                switch end - start {
                case 0: return false
                case 1 where bytes[start] == UInt8(ascii: "."): return false
                case 2 where bytes[start] == UInt8(ascii: ".") && bytes[start + 1] == UInt8(ascii: "."):
                    return false
                case (maxPartBytes + 1)...: return false
                default: start = end + 1
                }
            }
            return true
        }
    }

    /// `NAME_MAX`, and `PATH_MAX` with room for the folder.
    private static let (maxPartBytes, maxBytes) = (255, 3000)

    /// Returns the name of an absolute path below a folder; `nil` if the path is not below it.
    package static func name(of path: String, below folder: String) -> String? {
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        let name = String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
        return isInside(name) ? name : nil
    }
}
