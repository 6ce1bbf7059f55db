/// A message to the user about one place in a file.
public struct Diagnostic: Error, Hashable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        /// Has to be fixed before anything can be done.
        case error
        /// Work continues, possibly with an unexpected result.
        case warning
        /// Additional information about the preceding diagnostic.
        case note
    }

    /// The severity of a diagnostic.
    public var severity: Severity
    /// One sentence: the problem and its remedy.
    public var message: String
    /// The location of the problem, if it has one.
    public var location: Diagnostic.Location?

    /// Creates a diagnostic.
    public init(_ severity: Severity, _ message: String, at location: Diagnostic.Location? = nil) {
        self.severity = severity
        self.message = message
        self.location = location
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `images.yml:12:7: error: unknown key 'widht'`: the form that editors and terminals turn into a link.
    public var description: String {
        let text = "\(severity.rawValue): \(message)"
        return (location?.prefix ?? "") + text
    }
}

extension Diagnostic {
    /// A place in a text file.
    public struct Location: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The path as the user would write it.
        public var file: String
        /// Counted from 1.
        public var line: Int
        /// Counted from 1, in characters.
        public var column: Int

        /// Creates a location; line and column count from 1.
        public init(file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }

        /// Creates the place of something that was made in Swift, by its name: `variant 'hero'`, or nothing.
        package init(name: String) {
            self.init(file: name, line: 0, column: 0)
        }

        /// `file:line:column`.
        public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }

        /// The place in front of a message, with `: ` after it; empty if it has no name.
        package var prefix: String { file.isEmpty ? "" : "\(self): " }
    }
}
