public import AlcedoBase
package import AlcedoLoading
public import AlcedoRecipes

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
    package var alt: AltTemplate?
    /// The point that crops keep in view.
    public var focus: FocalPoint?
    /// The aspect ratios that replace those of variants, by the variants' names; `nil` if not set.
    public var aspects: [String: PixelSize]?
    /// Alternative pictures for media conditions; `nil` if not set.
    package var media: [MediaTemplate]?
    /// Variants of the picture that pages show for media conditions instead of others, by the others' names; set together
    /// with ``media``.
    package var alternatives: [String: [Variant.Alternative]] = [:]
    /// The effect of a failure; `nil` for the manifest's policy.
    public var onError: Manifest.FailurePolicy?
    /// What takes the place of a picture that cannot be had; `nil` if not set.
    public var fallback: Fallback?
    /// The position of ``fallback``.
    var fallbackLocation: Diagnostic.Location?
    /// The frame or page that is the picture; `nil` if not set.
    public var part: Part?
    /// The SVG policy of the entry itself.
    public var svg: Manifest.SVGPolicy?
    /// Words for the placeholders of steps, such as `{site}`, by their names; `nil` if not set.
    package var values: [String: AltTemplate]?
    /// Whether the files may be missing.
    public var isOptional: Bool
    /// The start of the entry.
    public var location: Diagnostic.Location
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
package struct PathSource: Sendable {
    /// The patterns, in order, each with its location.
    package var patterns: [(pattern: GlobPattern, location: Diagnostic.Location)]
    /// The directory, relative to the manifest, at which ids start.
    package var root: String?
    /// Patterns of the files to leave out.
    package var exclude: [GlobPattern]

    /// Whether the entry names one file, and so refines what globs above it found.
    package var namesOneFile: Bool {
        patterns.count == 1 && patterns[0].pattern.isLiteral
    }
}

/// One remote picture.
package struct RemoteSource: Hashable, Sendable {
    /// The URL.
    package var url: SecretText
    /// Other URLs of the same picture, tried in order.
    package var alternatives: [String]
    /// Header fields, sent only to the host of ``url``, in the manifest's order.
    package var headers: [HTTPHeaderField]
    /// Whether the lock file pins the picture.
    package var pin: Bool
    /// The stable identity of a picture whose URL changes.
    package var cacheKey: String?

    /// Creates a remote picture.
    package init(
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
package struct HTTPHeaderField: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: SecretText

    /// Creates a header field.
    package init(name: String, value: SecretText) {
        self.name = name
        self.value = value
    }
}

/// Rows of another file, such as a CMS export.
package struct SourceList: Sendable {
    /// The JSON, YAML or CSV file, relative to the manifest.
    package var file: String
    /// The position of `file` in the manifest.
    package var fileLocation: Diagnostic.Location
    /// The path to the array of rows; empty if the file itself is the array.
    package var items: [String]
    /// The path to the value in a row for each of Alcedo's keys; `nil` if rows use Alcedo's own names.
    package var keys: [String: [String]]?
    /// The directory, relative to the manifest, at which ids start.
    package var root: String?
    /// Whether the lock file pins remote rows.
    package var pin: Bool
    /// The picture of rows that name none; `nil` if each has to name one.
    package var canvas: SourceEntry.Canvas?
}
