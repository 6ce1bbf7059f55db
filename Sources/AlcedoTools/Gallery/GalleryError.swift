public import AlcedoBase

/// Reason why a gallery's pages cannot be made.
public enum GalleryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Errors in the template, each with its location.
    case template([Diagnostic])
    /// A missing or invalid option on the command line.
    case usage(String)

    /// One line per error, with location, problem and advice.
    public var description: String {
        switch self {
        case .template(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        case .usage(let reason): reason
        }
    }
}
