/// An invalid selection, or one that matches no source.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Problem and advice.
    public var description: String

    /// Creates an error from the problem and the advice.
    package init(description: String) {
        self.description = description
    }
}
