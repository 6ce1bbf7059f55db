/// Text in which `${NAME}` was replaced from the environment.
///
/// Whatever prints it (string interpolation, `dump`, a debugger) prints the text as it is written, with `${NAME}` in
/// it. What it stands for comes out only by ``revealed``, so every place that uses the secret can be found by name.
public struct SecretText: Hashable, Sendable {
    /// The text in the manifest. May be shown and recorded.
    public let written: String
    /// The text with the variables' values. Must not be shown or recorded. For a bundle, whose build asks nobody, it may
    /// be something that stands for them.
    public let revealed: String

    /// Takes both forms.
    public init(written: String, revealed: String) {
        self.written = written
        self.revealed = revealed
    }

    /// Takes text without variables.
    public init(_ text: String) {
        self.init(written: text, revealed: text)
    }

    /// Whether the text holds a value from the environment.
    public var holdsSecret: Bool { written != revealed }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text as written.
    public var description: String { written }
    /// The text as written, in quotes.
    public var debugDescription: String { written.debugDescription }
    /// Shows the text as written only.
    public var customMirror: Mirror { Mirror(self, children: ["written": written]) }
}
