public import AlcedoBase
public import AlcedoCache
public import AlcedoImaging

/// What a site wants made of its images: a manifest with every default filled in and every check passed.
///
/// ``ManifestReader`` makes it from a file. Nothing in it is optional that has a default, and every element knows
/// its place in the file, so that later complaints can name it.
public struct Manifest: Sendable {
    /// The file as the user named it; diagnostics begin with it.
    public var path: String
    /// The absolute path of the directory that holds the file. Relative paths in it begin here.
    public var directory: String
    /// The version of the format: 1.
    public var version: Int
    /// Where files go.
    public var output: ManifestPath
    /// How pages address ``output``, without a slash at the end.
    public var baseURL: String
    /// Where the index goes.
    public var index: ManifestPath
    /// Where Swift code with a member for each picture goes, if anywhere.
    public var swift: ManifestPath?
    /// Where the cache is. `ALCEDO_CACHE_DIR` has been taken into account; an option of the command has not.
    public var cache: ManifestPath
    /// What the cache may hold. Without limits, nothing is removed from it by itself.
    public var cacheLimits: CacheLimits
    /// What a failing source does to a build, where the source itself says nothing.
    public var onError: FailurePolicy
    /// When files that nothing asks for any more are deleted.
    public var prune: PrunePolicy
    /// The bounds of every source.
    public var limits: SourceLimits
    /// What a file that ends too early gives.
    public var truncation: TruncationPolicy
    /// Whether local SVG is turned into pixels. Remote SVG needs the source's own word for it.
    public var svg: SVGPolicy
    /// How remote sources are loaded.
    public var network: NetworkSettings
    /// The variants in the manifest's order, with `defaults` merged in.
    public var variants: [Variant]
    /// The placeholders that are made for every source.
    public var placeholders: [PlaceholderKind]
    /// What it says of a gallery's pages, which no build depends on.
    public var gallery: GallerySettings
    /// The entries of `sources`, not yet expanded; see ``SourceResolver``.
    public var sources: [SourceEntry]

    /// The variant of this name.
    public func variant(named name: String) -> Variant? {
        variants.first { $0.name == name }
    }
}

/// A path in a manifest: as it is written, and where it leads.
public struct ManifestPath: Hashable, Sendable, CustomStringConvertible {
    /// As written, or as the default would be written: relative to the manifest.
    public var written: String
    /// The absolute path, without `.` and `..`.
    public var absolute: String
    /// Where it is written; `nil` for a default.
    public var location: SourceLocation?

    /// Takes both forms.
    public init(written: String, absolute: String, location: SourceLocation? = nil) {
        self.written = written
        self.absolute = absolute
        self.location = location
    }

    /// The path as written.
    public var description: String { written }
}
