public import AlcedoBase

/// Why the cache could not keep something. What it keeps already is not touched by that.
public enum CacheError: Error, Hashable, Sendable {
    /// The disk refused.
    case refused(FileSystemError)
    /// Something that the cache did not make stands where it wants to be.
    case inTheWay(path: String)
    /// A name that state cannot have: only letters and digits of ASCII, and `-`, are allowed.
    case notAName(String)
}

extension CacheError {
    /// Whether something was not there that had to be.
    public var isMissing: Bool {
        if case .refused(let error) = self { error.isMissing } else { false }
    }
}

extension CacheError: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .refused(let error): error.description
        case .inTheWay(let path): "\(path) is in the way of the cache; remove it"
        case .notAName(let name): "'\(name)' cannot name a state of the cache; use letters, digits and '-'"
        }
    }
}
