public import AlcedoBase
public import AlcedoCache
public import AlcedoRecipes

/// The images of a site: a manifest with every default filled in and every check passed.
///
/// It is read from a file, or made in Swift. A value with a default is never optional, and every element has its
/// location in the file, for use in later diagnostics.
public struct Manifest: Sendable {
    /// The file as the user named it, with which diagnostics begin.
    public var path: String
    /// The absolute path of the directory that contains the file. Relative paths are resolved against it.
    public var directory: String
    /// The version of the format: 1.
    public var version: Int
    /// The output directory.
    public var output: Path
    /// The URL of ``output`` in pages, without a trailing slash.
    public var baseURL: String
    /// The path of the index.
    public var index: Path
    /// The average number of images in a part of the index; `nil` for one file. See `ImageIndex.Parts`.
    public var indexSplit: Int?
    /// The path of the generated Swift code with a member for each picture, if requested.
    public var swift: Path?
    /// The cache directory. `ALCEDO_CACHE_DIR` has been applied; an option of the command has not.
    public var cache: Path
    /// The limits of the cache. Without limits, nothing is removed automatically.
    public var cacheLimits: CacheLimits
    /// The cache that machines share, behind the one on disk, if any. `ALCEDO_REMOTE_CACHE` and
    /// `ALCEDO_REMOTE_CACHE_MODE` have been applied.
    public var remoteCache: RemoteCache?
    /// The effect of a failing source on the build, unless the source overrides it.
    public var onError: FailurePolicy
    /// The text alternative of sources that have none in the manifest.
    public var alt: AltPolicy
    /// When files that are no longer requested are deleted.
    public var prune: PrunePolicy
    /// The limits of every source.
    public var limits: Limits
    /// The handling of truncated files.
    public var truncation: TruncationPolicy
    /// The handling of local SVG. Remote SVG is rasterized only if the source itself requests it.
    public var svg: SVGPolicy
    /// How remote sources are loaded.
    public var network: NetworkSettings
    /// Folders outside of ``directory`` in which files named by the manifest may be, with links resolved.
    public var allowOutside: [Path]
    /// The variants in the manifest's order, with `defaults` merged in.
    public var variants: [Variant]
    /// The placeholders to generate for every source.
    public var placeholders: [PlaceholderKind]
    /// The icons of the site, if it has any from here.
    public var favicon: Favicon?
    /// Settings of the gallery's pages, which no build depends on.
    public var gallery: GallerySettings
    /// The variants of elements in pages, for `alcedo html`.
    package var html: [PageRule] = []
    /// The entries of `sources`, not yet expanded.
    public var sources: [SourceEntry]

    /// The variants by their names, for as many uses as there are variants.
    package var variantsByName: [String: Variant] {
        Dictionary(variants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the variant with this name.
    public func variant(named name: String) -> Variant? {
        variants.first { $0.name == name }
    }
}

extension Manifest {
    /// The variant of elements in pages.
    package struct PageRule: Hashable, Sendable {
        /// The elements, such as `article img`.
        package var selector: String
        /// The name of a variant, or `off`.
        package var variant: String
    }

    /// A path in a manifest, as written and resolved.
    public struct Path: Hashable, Sendable, CustomStringConvertible {
        /// The path as written, or the default path, relative to the manifest.
        public var written: String
        /// The absolute path, without `.` and `..`.
        public var absolute: String
        /// The position in the manifest; `nil` for a default.
        public var location: Diagnostic.Location?

        /// Creates a path from both forms.
        public init(written: String, absolute: String, location: Diagnostic.Location? = nil) {
            self.written = written
            self.absolute = absolute
            self.location = location
        }

        /// The path as written.
        public var description: String { written }
    }
}
