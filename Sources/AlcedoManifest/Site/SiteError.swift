/// Reason why a site could not be written, other than a disk error.
public enum SiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something not made by Alcedo is in the place of a file to write.
    case inTheWay(String)
    /// Two different pictures have the same name.
    case collision(String)
    /// The saved outcome of a source cannot be read.
    case forgotten(String)

    /// Problem and advice, in one line.
    public var description: String {
        switch self {
        case .inTheWay(let text), .collision(let text), .forgotten(let text): text
        }
    }
}
