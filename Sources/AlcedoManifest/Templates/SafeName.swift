import AlcedoBase

/// Turns ids into paths that every file system and web server accepts.
///
/// Each segment between slashes:
/// - is in Unicode normalization form C;
/// - has `-` in place of white space, control characters and any of `< > : " \ | ? * % #`, and no invisible formatting
///   characters;
/// - has no dots at the start (hidden files, `..`) or at the end (Windows drops them);
/// - is not a Windows device name, with or without extension: `con.jpg` becomes `_con.jpg`;
/// - has at most 200 bytes of UTF-8: in a longer segment, digits of the SHA-256 of the whole replace the excess, before
///   the extension.
///
/// Empty segments are dropped, except for the last, which becomes `_`.
package enum SafeName {
    /// The maximum length of a segment in bytes: 255 in file systems, less room for temporary names and other programs.
    static let longestSegment = 200

    /// Returns the path with each segment made safe.
    package static func path(_ path: String) -> String { self.path(path, keepingSpaces: false) }

    /// - Parameter keepingSpaces: Whether spaces are kept, except at the end of a segment, where Windows drops them.
    static func path(_ path: String, keepingSpaces: Bool) -> String {
        if isSafe(path) { return path }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        var safe = parts.dropLast().map { segment($0, keepingSpaces: keepingSpaces) }.filter { !$0.isEmpty }
        let last = segment(parts.last ?? "", keepingSpaces: keepingSpaces)
        safe.append(last.isEmpty ? "_" : last)
        return safe.joined(separator: "/")
    }

    /// Whether the bytes alone prove that the path is already safe, as almost every path is. A site has many thousand
    /// names, and looking up the properties of each character takes many times as long.
    private static func isSafe(_ path: String) -> Bool {
        let dot = UInt8(ascii: ".")
        var count = 0
        var last = dot
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                guard count > 0, last != dot else { return false }
                count = 0
                continue
            case dot where count == 0: return false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "@"),
                dot:
                break
            default: return false
            }
            // The first two letters of Windows device names begin few other names.
            if count == 1, beginsDevice(last, byte) { return false }
            count += 1
            last = byte
            if count > longestSegment { return false }
        }
        return count > 0 && last != dot
    }

    private static func beginsDevice(_ first: UInt8, _ second: UInt8) -> Bool {
        // In lower case: con, prn, aux, nul, com…, lpt….
        switch (first | 0x20, second | 0x20) {
        case (UInt8(ascii: "c"), UInt8(ascii: "o")), (UInt8(ascii: "p"), UInt8(ascii: "r")),
            (UInt8(ascii: "a"), UInt8(ascii: "u")), (UInt8(ascii: "n"), UInt8(ascii: "u")),
            (UInt8(ascii: "l"), UInt8(ascii: "p")):
            true
        default: false
        }
    }

    static func withoutSlashes(_ text: String) -> String {
        text.contains("/") ? text.split(separator: "/").joined(separator: "-") : text
    }

    package static func segment(_ text: String, keepingSpaces: Bool = false) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.precomposed.unicodeScalars {
            if scalar == " ", keepingSpaces {
                scalars.append(scalar)
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalars.append("-")
            case .format, .surrogate, .privateUse: continue
            default: scalars.append("<>:\"/\\|?*%#".unicodeScalars.contains(scalar) ? "-" : scalar)
            }
        }
        while scalars.first == "." { scalars.removeFirst() }
        while scalars.last == "." || scalars.last == " " { scalars.removeLast() }
        var name = String(scalars)
        if isDevice(name) { name = "_" + name }
        return name.utf8.count > longestSegment ? shortened(name) : name
    }

    static func isDevice(_ name: String) -> Bool {
        var stem = name.prefix { $0 != "." }.uppercased()
        while stem.last == " " { stem.removeLast() }
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT"), let last = stem.last else {
            return false
        }
        return "0123456789¹²³".contains(last)
    }

    private static func shortened(_ name: String) -> String {
        let digest = ContentDigest(hashing: name).hex.prefix(10)
        var tail = "-" + digest
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= 10 { tail += name[dot...] }
        var head = ""
        var room = longestSegment - tail.utf8.count
        for character in name {
            room -= character.utf8.count
            if room < 0 { break }
            head.append(character)
        }
        return head + tail
    }
}
