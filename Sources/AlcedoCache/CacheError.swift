public import AlcedoBase

/// An error for something that the cache could not store. Existing entries are not affected.
public enum CacheError: AlcedoError, Hashable {
    /// A file operation that the system refused.
    public struct Refusal: Hashable, Sendable {
        package let error: FileSystemError

        package init(_ error: FileSystemError) { self.error = error }

        /// The path of the file.
        public var path: String { error.path }
        /// The system's error number.
        public var number: Int32 { error.code }
        /// The system's description of the error.
        public var reason: String { error.reason }
    }

    /// The file system failed.
    case refused(Refusal)
    /// A file or folder that the cache did not create is in its place.
    case inTheWay(path: String)
    /// An invalid name for state: only ASCII letters, digits and `-` are allowed.
    case notAName(String)
}

extension CacheError {
    /// Whether a required file was missing.
    public var isMissing: Bool {
        if case .refused(let refusal) = self { refusal.error.isMissing } else { false }
    }

    package static func refused(_ error: FileSystemError) -> CacheError { .refused(Refusal(error)) }
}

extension CacheError: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.error.description
        case .inTheWay(let path): "\(path) is in the way of the cache; remove it"
        case .notAName(let name): "'\(name)' cannot name a state of the cache; use letters, digits and '-'"
        }
    }
}

extension CacheError {
    /// The stable codes of the cache.
    package enum Code: String, ErrorCode {
        case refused = "cache.refused"
        case inTheWay = "cache.in-the-way"
        case notAName = "cache.invalid-name"
    }

    package var kind: Code {
        switch self {
        case .refused: .refused
        case .inTheWay: .inTheWay
        case .notAName: .notAName
        }
    }

    /// The phase that failed: `cache`.
    public var phase: ErrorPhase { kind.phase }

    /// `cache.refused`, for instance.
    public var code: String { kind.rawValue }
}
