/// Text in which `${NAME}` was replaced from the environment.
///
/// All printing (string interpolation, `dump`, a debugger) shows the text as written, with `${NAME}`. The value is
/// available only from ``revealed``, so every use of the secret can be found by name.
public struct SecretText: Hashable, Sendable {
    /// The text in the manifest. May be shown and recorded.
    public let written: String
    /// The text with the variables' values. Must not be shown or recorded. For a bundle, whose build makes no requests,
    /// it may be a stand-in.
    public let revealed: String

    /// Creates text from both forms.
    public init(written: String, revealed: String) {
        self.written = written
        self.revealed = revealed
    }

    /// Creates text without variables.
    public init(_ text: String) {
        self.init(written: text, revealed: text)
    }

    /// Whether the text holds a value from the environment.
    public var holdsSecret: Bool { written != revealed }
}

extension SecretText: ExpressibleByStringInterpolation {
    /// Creates text without variables.
    public init(stringLiteral text: String) { self.init(text) }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text as written.
    public var description: String { written }
    /// The text as written, in quotes.
    public var debugDescription: String { written.debugDescription }
    /// A mirror of the text as written.
    public var customMirror: Mirror { Mirror(self, children: ["written": written]) }
}
