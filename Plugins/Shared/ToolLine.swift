/// A line of the tool's output: a diagnostic, or any other.
enum ToolLine: Equatable {
    /// The text has the place and the message, without the word between them, which SwiftPM puts in front.
    case error(String, file: String?, line: Int?)
    case warning(String, file: String?, line: Int?)
    case other

    /// `images.yml:12:7: error: unknown key 'widht'`, or the same without a place.
    init(_ line: String) {
        let error = Self.split(line, at: "error: ")
        let warning = Self.split(line, at: "warning: ")
        // A message may quote another one; the first word counts.
        if let error, warning.map({ error.place.count < $0.place.count }) ?? true {
            let place = Self.place(error.place)
            self = .error(error.place + error.message, file: place?.file, line: place?.line)
        } else if let warning {
            let place = Self.place(warning.place)
            self = .warning(warning.place + warning.message, file: place?.file, line: place?.line)
        } else {
            self = .other
        }
    }

    private static func split(_ line: String, at word: String) -> (place: String, message: String)? {
        if line.hasPrefix(word) { return ("", String(line.dropFirst(word.count))) }
        // Results begin with a space or are JSON; they name no place.
        guard let first = line.first, first != " ", first != "{",
            let range = range(of: ": " + word, in: line)
        else { return nil }
        return (line[..<range.lowerBound] + ": ", String(line[range.upperBound...]))
    }

    private static func range(of text: String, in line: String) -> Range<String.Index>? {
        var start = line.startIndex
        while start < line.endIndex {
            if line[start...].hasPrefix(text) {
                return start..<line.index(start, offsetBy: text.count)
            }
            start = line.index(after: start)
        }
        return nil
    }

    /// `images.yml:12:7: ` as file and line; editors go there.
    private static func place(_ text: String) -> (file: String, line: Int)? {
        let parts = text.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]), Int(parts[parts.count - 1]) != nil
        else { return nil }
        return (parts.dropLast(2).joined(separator: ":"), line)
    }
}
