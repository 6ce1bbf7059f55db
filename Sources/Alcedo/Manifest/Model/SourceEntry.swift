public import AlcedoBase
public import AlcedoImaging
public import AlcedoLoading

/// One entry of `sources`, as it is written: it may stand for many pictures.
public struct SourceEntry: Sendable {
    /// Where pictures come from.
    public enum Origin: Sendable {
        /// Files below the manifest's directory.
        case path(PathSource)
        /// One remote picture.
        case url(RemoteSource)
        /// One picture written into the manifest as a `data:` URI.
        case data(String)
        /// Rows of another file.
        case list(SourceList)
    }

    /// Where the pictures come from.
    public var origin: Origin
    /// The id that is written.
    public var id: String?
    /// The variants that are wanted; `nil` for all of them.
    public var variants: [String]?
    /// The text alternative.
    public var alt: AltTemplate?
    /// The point that crops keep in view.
    public var focus: FocalPoint?
    /// Other pictures for media conditions; `nil` where the entry says nothing.
    public var media: [MediaTemplate]?
    /// What a failure does; `nil` where the manifest decides.
    public var onError: FailurePolicy?
    /// What the entry itself says of SVG.
    public var svg: SVGPolicy?
    /// Whether it may be missing.
    public var isOptional: Bool
    /// Where the entry begins.
    public var location: SourceLocation
}

/// Local files, by name or by pattern.
public struct PathSource: Sendable {
    /// The patterns, in order, each with its place.
    public var patterns: [(pattern: GlobPattern, location: SourceLocation)]
    /// The directory, relative to the manifest, below which ids begin.
    public var root: String?
    /// What is left out.
    public var exclude: [GlobPattern]

    /// Whether the entry names one file, and so refines what a glob above it found.
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
    /// Header fields, for the host of ``url`` only, in the manifest's order.
    public var headers: [HTTPHeaderField]
    /// Whether the lock file pins the picture.
    public var pin: Bool
    /// The identity of a picture whose URL changes.
    public var cacheKey: String?

    /// Describes a picture.
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

/// One header field of a request. Every one is treated as a credential.
public struct HTTPHeaderField: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: SecretText

    /// Takes a name and a value.
    public init(name: String, value: SecretText) {
        self.name = name
        self.value = value
    }
}

/// Rows of another file, as a CMS exports them.
public struct SourceList: Sendable {
    /// The JSON or YAML file, relative to the manifest.
    public var file: String
    /// Where `file` is written.
    public var fileLocation: SourceLocation
    /// The way to the array of rows; empty where the file is the array.
    public var items: [String]
    /// For each of Alcedo's keys the way to its value in a row; `nil` where rows use Alcedo's own names.
    public var keys: [String: [String]]?
    /// The directory, relative to the manifest, below which ids begin.
    public var root: String?
    /// Whether the lock file pins remote rows.
    public var pin: Bool
}
