import AlcedoBase
public import AlcedoCache
import AlcedoLoading
public import AlcedoRecipes

extension Manifest {
    /// Creates a manifest in Swift. The defaults are those of a file.
    ///
    /// ```swift
    /// let manifest = try Manifest(
    ///     output: "Public/images",
    ///     variants: [Variant("card", widths: [320, 640], process: [.sharpen()])],
    ///     sources: [SourceEntry(.path("photos/**/*.jpg"), alt: "{meta.description}")])
    /// ```
    ///
    /// Nothing is checked: `SiteBuilder` does that by the rules of a file, and its errors name the variant or source.
    ///
    /// - Parameters:
    ///   - name: Names the lock file of remote sources, and distinguishes manifests that share a folder.
    ///   - directory: The folder that relative paths start from; by default, the current directory.
    ///   - baseURL: The URL of `output` in pages; by default, the last part of its path.
    ///   - index: By default, `index.json` in `output`.
    ///   - indexSplit: The average number of images in a part of the index; by default, all are in one file.
    ///   - cache: By default, `.alcedo` beside the nearest `Package.swift`.
    ///   - allowOutside: Folders outside of `directory` to which links may lead.
    ///   - html: The variants of elements in pages, for `alcedo html` and `alcedo dev`: selectors, each with a variant or `off`.
    public init(
        name: String = "images", directory: String? = nil, output: String = "Public/images",
        baseURL: String? = nil, index: String? = nil, indexSplit: Int? = nil, swift: String? = nil,
        cache: String? = nil,
        cacheLimits: CacheLimits = CacheLimits(), onError: FailurePolicy = .fail,
        alt: AltPolicy = .none, prune: PrunePolicy = .now, limits: Limits = Limits(),
        truncation: TruncationPolicy = .fail, svg: SVGPolicy = .rasterize,
        network: NetworkSettings = NetworkSettings(), allowOutside: [String] = [], variants: [Variant],
        placeholders: [PlaceholderKind] = [], gallery: GallerySettings = GallerySettings(),
        html: KeyValuePairs<String, String> = [:], sources: [SourceEntry]
    ) {
        let folder = PathRules.absolute(directory ?? "", from: FileSystem.currentDirectory)
        let rules = PathRules(directory: folder, manifestName: name)
        let place = Diagnostic.Location(name: Self.placeInSwift)
        func path(_ written: String?, default standard: String) -> Path {
            rules.path(written ?? standard, written == nil ? nil : place)
        }
        self.init(
            path: directory == nil ? name : folder + "/" + name, directory: folder, version: 1,
            output: path(output, default: ""), baseURL: baseURL ?? "",
            index: path(index, default: output + "/index.json"), indexSplit: indexSplit,
            swift: swift.map { path($0, default: "") },
            cache: path(cache, default: ".alcedo"), cacheLimits: cacheLimits, onError: onError,
            alt: alt, prune: prune, limits: limits, truncation: truncation, svg: svg, network: network,
            allowOutside: allowOutside.map { rules.path($0, place) }, variants: variants,
            placeholders: placeholders, gallery: gallery,
            html: html.map { PageRule(selector: $0.key, variant: $0.value) }, sources: sources)
    }

    private static let placeInSwift = "the manifest"

    /// Checks a manifest made in Swift by the rules of a file: it is written down as one and read.
    ///
    /// - Returns: The manifest with the paths that the environment decides, or `nil` if there is an error.
    func checked(
        environment: [String: String], _ extensions: SiteExtensions
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        var all = extensions
        // Providers and serializers that the manifest holds itself have no names of their own.
        for case .picture(let origin as ProviderOrigin) in sources.map(\.origin) {
            all.providers[origin.provider.cacheKey] = { _ in origin.provider }
        }
        for case .serializer(let own) in variants.flatMap(\.formats) {
            all.serializers[own.serializer.identifier] = own.serializer
        }
        let problems = Problems(extensions: all)
        all.check(problems)
        guard let file = ManifestFile(written, environment: environment, isBundled: false, problems) else {
            return (nil, problems.sorted)
        }
        let read = file.resolved(
            path: path, directory: directory, environment: environment, problems)
        var manifest = self
        (manifest.output, manifest.index, manifest.swift) = (read.output, read.index, read.swift)
        (manifest.baseURL, manifest.cache) = (read.baseURL, read.cache)
        manifest.html = read.html
        manifest.remoteCache = read.remoteCache
        for (index, source) in sources.enumerated() {
            guard case .picture(let data as DataOrigin) = source.origin else { continue }
            let limited = DataOrigin(uri: data.uri, byteLimit: limits.bytes)
            manifest.sources[index].origin = .picture(limited)
        }
        return (problems.hasErrors ? nil : manifest, problems.sorted)
    }

    private var writtenIndex: WrittenValue? {
        let path = index.location == nil ? nil : WrittenValue.text(index.written)
        guard let indexSplit else { return path }
        return .mapping([("split", .int(indexSplit))] + (path.map { [("path", $0)] } ?? []))
    }

    private var writtenCache: WrittenValue? {
        let path = cache.location == nil ? nil : WrittenValue.text(cache.written)
        guard let remoteCache else { return path }
        return .mapping(
            [("remote", .text(remoteCache.address)), ("mode", .text(remoteCache.mode.rawValue))]
                + (path.map { [("path", $0)] } ?? []))
    }

    /// The manifest as a file has it.
    private var written: YAMLNode {
        func text(_ path: Path) -> WrittenValue? { path.location == nil ? nil : .text(path.written) }
        let place = Diagnostic.Location(name: Self.placeInSwift)
        var pairs: [(String, WrittenValue?)] = [
            ("version", .int(version)), ("output", text(output)),
            ("base-url", baseURL.isEmpty ? nil : .text(baseURL)), ("index", writtenIndex),
            ("swift", swift.flatMap(text)), ("cache", writtenCache),
            (
                "limits",
                .mapping([
                    ("pixels", .int(limits.image.pixels)), ("frames", .int(limits.image.frames)),
                    ("bytes", .int(limits.bytes)), ("seconds", .number(limits.image.seconds)),
                ])
            ),
            (
                "network",
                .mapping([
                    ("allow", .list(network.allow.map { .text($0.text) })),
                    ("timeout", .number(network.timeout)), ("retries", .int(network.retries)),
                    ("per-host", .int(network.perHost)), ("total", .int(network.total)),
                    ("redirects", .int(network.redirects)),
                    ("deadline", network.deadline.map(WrittenValue.number)),
                ])
            ),
            ("allow-outside", .list(allowOutside.map { .text($0.written) })),
            ("favicon", favicon?.written),
            ("placeholders", .list(placeholders.map { .text($0.rawValue) })),
            (
                "html",
                html.isEmpty ? nil : .mapping(html.map { ($0.selector, .text($0.variant)) })
            ),
        ]
        pairs.removeAll { $0.1 == nil }
        func key(_ text: String, at place: Diagnostic.Location) -> YAMLNode {
            WrittenValue.text(text).node(at: place)
        }
        let head = WrittenValue.mapping(pairs).node(at: place).mapping ?? []
        let variants = self.variants.map { variant in
            YAMLPair(key: key(variant.name, at: variant.written.location), value: variant.written)
        }
        let sources = self.sources.map(\.written)
        return YAMLNode(
            .mapping(
                head + [
                    YAMLPair(
                        key: key("variants", at: place), value: YAMLNode(.mapping(variants), at: place)),
                    YAMLPair(
                        key: key("sources", at: place), value: YAMLNode(.sequence(sources), at: place)),
                ]), at: place)
    }
}
