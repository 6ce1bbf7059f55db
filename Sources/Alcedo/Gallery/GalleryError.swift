public import AlcedoBase

/// Why a gallery's pages cannot be made.
public enum GalleryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The template has mistakes, each with its place.
    case template([Diagnostic])
    /// Something that was said on the command line, or should have been, does not do.
    case usage(String)

    /// One line for each mistake: where it is, what it is, and what to do about it.
    public var description: String {
        switch self {
        case .template(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        case .usage(let reason): reason
        }
    }
}
