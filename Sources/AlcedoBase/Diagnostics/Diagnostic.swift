/// Something to tell the user about one place in a file.
public struct Diagnostic: Error, Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// Nothing can be done before it is mended.
        case error
        /// Work goes on, with a result the user may not expect.
        case warning
        /// An addition to the diagnostic before it.
        case note
    }

    /// How bad it is.
    public var severity: Severity
    /// One sentence: what is wrong, and what to do about it.
    public var message: String
    /// Where it is, if it is anywhere.
    public var location: SourceLocation?

    /// Describes one problem.
    public init(_ severity: Severity, _ message: String, at location: SourceLocation? = nil) {
        self.severity = severity
        self.message = message
        self.location = location
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `images.yml:12:7: error: unknown key 'widht'`: the form that editors and terminals make clickable.
    public var description: String {
        let text = "\(severity.rawValue): \(message)"
        return location.map { "\($0): \(text)" } ?? text
    }
}

/// A place in a text file.
public struct SourceLocation: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The file as the user would write it.
    public var file: String
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in characters.
    public var column: Int

    /// Names a place; line and column count from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}
