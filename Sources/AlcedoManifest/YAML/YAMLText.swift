import AlcedoBase

/// The text of a YAML or JSON file, checked before parsing.
///
/// libyaml reports invalid bytes only by their offset; here they have a line and a column.
struct YAMLText {
    /// The maximum size of a file, in bytes.
    static let largestFile = 32_000_000

    /// The bytes, without a byte order mark.
    let bytes: [UInt8]

    /// Checks the bytes of a file.
    /// - Throws: A `Diagnostic` at the first byte that is not allowed in a manifest.
    init(_ data: Data, file: String) throws(Diagnostic) {
        let start = Diagnostic.Location(file: file, line: 1, column: 1)
        var bytes = [UInt8](data)
        // Also detected without a byte order mark: every other byte of mostly ASCII text is zero.
        let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if hasMark || bytes.count >= 2 && (bytes[0] == 0) != (bytes[1] == 0) {
            throw Diagnostic(.error, "the file is UTF-16; save it as UTF-8", at: start)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if let (offset, reason) = Self.firstFault(bytes) {
            throw Diagnostic(.error, reason, at: Self.location(of: offset, in: bytes, file: file))
        }
        self.bytes = bytes
    }

    // The first byte that is not well-formed UTF-8 (Unicode 15, table 3-7) or a character that YAML forbids
    // (section 5.1).
    private static func firstFault(_ bytes: [UInt8]) -> (offset: Int, reason: String)? {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x80 {
                if byte < 0x20 && byte != 9 && byte != 10 && byte != 13 || byte == 0x7F {
                    return (offset, "control character 0x\(hexadecimal(byte)) is not allowed")
                }
                offset += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            case 0xF1...0xF3: length = 4
            default: return (offset, notUTF8(byte))
            }
            guard offset + length <= bytes.count, second.contains(bytes[offset + 1]),
                bytes[(offset + 2)..<max(offset + 2, offset + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
            else { return (offset, notUTF8(byte)) }
            let character = bytes[offset..<offset + length]
            let isC1 = byte == 0xC2 && bytes[offset + 1] < 0xA0 && bytes[offset + 1] != 0x85
            let isForbidden =
                character.elementsEqual([0xEF, 0xBB, 0xBF]) || character.elementsEqual([0xEF, 0xBF, 0xBE])
                || character.elementsEqual([0xEF, 0xBF, 0xBF])
            if isC1 || isForbidden {
                let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first?.value ?? 0
                return (offset, "character U+\(String(scalar, radix: 16, uppercase: true)) is not allowed")
            }
            offset += length
        }
        return nil
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func notUTF8(_ byte: UInt8) -> String {
        "byte 0x\(hexadecimal(byte)) is not valid UTF-8; save the file as UTF-8"
    }

    /// Returns the line and column of a byte; everything before it is valid UTF-8.
    static func location(of offset: Int, in bytes: [UInt8], file: String) -> Diagnostic.Location {
        var line = 1
        var column = 1
        for index in 0..<min(offset, bytes.count) {
            switch bytes[index] {
            case 10: (line, column) = (line + 1, 1)
            case 13:
                if bytes[index + 1 < bytes.count ? index + 1 : index] != 10 { (line, column) = (line + 1, 1) }
            case 0x80...0xBF: break
            default: column += 1
            }
        }
        return Diagnostic.Location(file: file, line: line, column: column)
    }
}
