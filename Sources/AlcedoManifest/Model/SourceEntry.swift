public import AlcedoBase
public import AlcedoImaging
public import AlcedoLoading

/// One entry of `sources` as written, which may stand for many pictures.
public struct SourceEntry: Sendable {
    /// The origin of pictures.
    package enum Origin: Sendable {
        /// Files below the manifest's directory.
        case path(PathSource)
        /// Rows of another file.
        case list(SourceList)
        /// One picture from anywhere else.
        case picture(any SourceOrigin)
    }

    /// The origin of the pictures.
    package var origin: Origin
    /// The explicit id.
    public var id: String?
    /// The requested variants; `nil` for all of them.
    public var variants: [String]?
    /// The text alternative.
    public var alt: AltTemplate?
    /// The point that crops keep in view.
    public var focus: FocalPoint?
    /// Alternative pictures for media conditions; `nil` if not set.
    public var media: [MediaTemplate]?
    /// The effect of a failure; `nil` for the manifest's policy.
    public var onError: FailurePolicy?
    /// The SVG policy of the entry itself.
    public var svg: SVGPolicy?
    /// Whether the files may be missing.
    public var isOptional: Bool
    /// The start of the entry.
    public var location: SourceLocation
}

extension SourceEntry {
    /// The id, as far as the manifest alone determines it.
    var declaredID: String? {
        if let id { return id }
        guard case .picture(let origin) = self.origin, case .success(let id) = origin.impliedID else {
            return nil
        }
        return id
    }
}

/// Local files, by name or by pattern.
public struct PathSource: Sendable {
    /// The patterns, in order, each with its location.
    public var patterns: [(pattern: GlobPattern, location: SourceLocation)]
    /// The directory, relative to the manifest, at which ids start.
    public var root: String?
    /// Patterns of the files to leave out.
    public var exclude: [GlobPattern]

    /// Whether the entry names one file, and so refines what globs above it found.
    public var namesOneFile: Bool {
        patterns.count == 1 && patterns[0].pattern.isLiteral
    }
}

/// One remote picture.
public struct RemoteSource: Hashable, Sendable {
    /// The URL.
    public var url: SecretText
    /// Other URLs of the same picture, tried in order.
    public var alternatives: [String]
    /// Header fields, sent only to the host of ``url``, in the manifest's order.
    public var headers: [HTTPHeaderField]
    /// Whether the lock file pins the picture.
    public var pin: Bool
    /// The stable identity of a picture whose URL changes.
    public var cacheKey: String?

    /// Creates a remote picture.
    public init(
        url: SecretText, alternatives: [String] = [], headers: [HTTPHeaderField] = [], pin: Bool = true,
        cacheKey: String? = nil
    ) {
        self.url = url
        self.alternatives = alternatives
        self.headers = headers
        self.pin = pin
        self.cacheKey = cacheKey
    }
}

/// One header field of a request, always treated as a credential.
public struct HTTPHeaderField: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: SecretText

    /// Creates a header field.
    public init(name: String, value: SecretText) {
        self.name = name
        self.value = value
    }
}

/// Rows of another file, such as a CMS export.
public struct SourceList: Sendable {
    /// The JSON or YAML file, relative to the manifest.
    public var file: String
    /// The position of `file` in the manifest.
    public var fileLocation: SourceLocation
    /// The path to the array of rows; empty if the file itself is the array.
    public var items: [String]
    /// The path to the value in a row for each of Alcedo's keys; `nil` if rows use Alcedo's own names.
    public var keys: [String: [String]]?
    /// The directory, relative to the manifest, at which ids start.
    public var root: String?
    /// Whether the lock file pins remote rows.
    public var pin: Bool
}
