import AlcedoBase

/// Assembles response heads from their lines, including interim responses such as 103.
///
/// Lines after the final head (the trailer of a chunked body) are ignored.
struct HeadReader {
    private enum Place { case beforeHead, inHead(status: Int), behindHead }

    private var place = Place.beforeHead
    private var fields: [(name: String, value: String)] = []

    /// Takes a line with its line ending. Returns a head if this line completes it.
    mutating func take(_ line: UnsafeRawBufferPointer) -> ResponseHead? {
        let text = Self.trimmed(Self.text(line))
        switch place {
        case .behindHead: return nil
        case .beforeHead:
            if let status = Self.status(text) { (place, fields) = (.inHead(status: status), []) }
            return nil
        case .inHead(let status):
            if text.isEmpty {
                place = status < 200 ? .beforeHead : .behindHead
                return ResponseHead(status: status, fields: fields)
            }
            // A line with leading white space continues the previous one (RFC 9112, 5.2).
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                if let last = fields.indices.last { fields[last].value += " " + text }
            } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                let name = Self.trimmed(text[..<colon])
                let value = Self.trimmed(text[text.utf8.index(after: colon)...])
                fields.append((String(name), String(value)))
            }
            return nil
        }
    }

    // Servers send UTF-8 or, as HTTP once specified, ISO 8859-1.
    private static func text(_ line: UnsafeRawBufferPointer) -> String {
        String(validating: line, as: UTF8.self)
            ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let isKept = { (scalar: Unicode.Scalar) in scalar.value > 32 }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isKept), let last = scalars.lastIndex(where: isKept)
        else {
            return ""
        }
        return Substring(text[first...last])
    }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`.
    private static func status(_ line: Substring) -> Int? {
        guard line.hasPrefix("HTTP/") else { return nil }
        let parts = line.split(separator: " ", maxSplits: 2)
        return parts.count > 1 ? Int(parts[1]) : nil
    }
}
