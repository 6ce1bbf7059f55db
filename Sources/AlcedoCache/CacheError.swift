public import AlcedoBase

/// An error for something that the cache could not store. Existing entries are not affected.
public enum CacheError: Error, Hashable, Sendable {
    /// The file system failed.
    case refused(FileSystemError)
    /// A file or folder that the cache did not create is in its place.
    case inTheWay(path: String)
    /// An invalid name for state: only ASCII letters, digits and `-` are allowed.
    case notAName(String)
}

extension CacheError {
    /// Whether a required file was missing.
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
