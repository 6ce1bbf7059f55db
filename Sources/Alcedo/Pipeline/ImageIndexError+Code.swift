public import AlcedoBase
public import AlcedoIndex

// Here, because the index's room knows no other.
extension ImageIndexError: AlcedoError {
    /// The stable codes of the index.
    package enum Code: String, ErrorCode {
        case unreadable = "index.unreadable"
        case malformed = "index.malformed"
        case newerVersion = "index.newer-version"
        case unknownImage = "index.unknown-image"
        case unknownVariant = "index.unknown-variant"
        case emptyVariant = "index.empty-variant"
        case unclearVariant = "index.unclear-variant"
        case missingAlt = "index.missing-alt"
        case notAbsolute = "index.not-absolute"
    }

    package var kind: Code {
        switch self {
        case .unreadable: .unreadable
        case .malformed: .malformed
        case .newerVersion: .newerVersion
        case .unknownImage: .unknownImage
        case .unknownVariant: .unknownVariant
        case .emptyVariant: .emptyVariant
        case .unclearVariant: .unclearVariant
        case .missingAlt: .missingAlt
        case .notAbsolute: .notAbsolute
        }
    }

    /// The phase that failed: `index`.
    public var phase: ErrorPhase { kind.phase }

    /// `index.unknown-image`, for instance.
    public var code: String { kind.rawValue }
}
