import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
import AlcedoRecipes

/// A manifest as written, with nothing filled in and the location of every value.
struct ManifestFile {
    var location: Diagnostic.Location
    var output: Located<String>?
    var baseURL: Located<String>?
    var index: Located<String>?
    var indexSplit: Located<Int>?
    var swift: Located<String>?
    var cache: Located<String>?
    var cacheLimits = CacheLimits()
    var remoteCache: Located<String>?
    var remoteCacheMode: Located<Manifest.RemoteCache.Mode>?
    var onError: Manifest.FailurePolicy?
    var alt: Manifest.AltPolicy?
    var prune: Manifest.PrunePolicy?
    var limits = Manifest.Limits()
    var truncation: TruncationPolicy?
    var svg: Manifest.SVGPolicy?
    var network = Manifest.NetworkSettings()
    var allowOutside: [Located<String>] = []
    var defaults: VariantFile
    var variants: [(name: String, file: VariantFile)] = []
    var placeholders: [PlaceholderKind] = []
    var favicon: Manifest.Favicon?
    var gallery = GallerySettings()
    var html: [Manifest.PageRule] = []
    var sources: [SourceEntry] = []

    static let keys = [
        "version", "output", "base-url", "index", "swift", "cache", "on-error", "alt", "prune", "limits",
        "truncated",
        "svg", "network", "allow-outside", "defaults", "variants", "placeholders", "favicon", "gallery",
        "html",
        "sources",
    ]

    /// - Parameter isBundled: Whether the build makes no requests; see `EnvironmentExpansion.leavesMissing`.
    init?(_ root: YAMLNode, environment: [String: String], isBundled: Bool, _ problems: Problems) {
        let mapping = MappingReader(root, "", known: Self.keys, elsewhere: Self.elsewhere, problems)
        guard let mapping else { return nil }
        location = root.location
        defaults = VariantFile(title: "'defaults'", location: root.location)

        Self.checkVersion(mapping)
        output = mapping["output"].flatMap { $0.located($0.path()) }
        if mapping["output"] == nil {
            mapping.missing("output", "say where files go, such as 'output: Public/images'")
        }
        baseURL = mapping["base-url"].flatMap { $0.located($0.baseURL()) }
        if let value = mapping["index"] { readIndex(value) }
        swift = mapping["swift"].flatMap { $0.located($0.path()) }
        if let value = mapping["cache"] { readCache(value) }
        onError = mapping["on-error"]?.choice()
        alt = mapping["alt"]?.altPolicy()
        prune = mapping["prune"]?.prunePolicy()
        truncation = mapping["truncated"]?.choice()
        svg = mapping["svg"]?.choice(synonyms: ["rasterise": .rasterize])
        if let value = mapping["limits"] { readLimits(value) }
        if let value = mapping["network"] { readNetwork(value) }
        allowOutside = mapping["allow-outside"]?.list(scalarToo: true) { $0.path() } ?? []
        if let value = mapping["defaults"], let file = VariantFile(defaults: value.node, problems) {
            defaults = file
        }
        if let value = mapping["variants"] { readVariants(value) }
        if let value = mapping["placeholders"] { readPlaceholders(value) }
        let names = VariantNames(
            variants.map(\.name), cropped: variants.filter { $0.file.aspect != nil }.map(\.name),
            inline: inlineNames)
        if let value = mapping["gallery"] {
            let hasPositions = variants.contains { ($0.file.gps ?? defaults.gps ?? .none) != .none }
            gallery = GallerySettings(value, variants: names, hasPositions: hasPositions) ?? gallery
        }
        favicon = mapping["favicon"]?.favicon()
        if let value = mapping["html"] { html = value.pageRules(names) }

        let reader = SourceEntryReader(
            environment: EnvironmentExpansion(environment: environment, leavesMissing: isBundled),
            network: network, byteLimit: limits.bytes, variantNames: names,
            problems: problems)
        if let value = mapping["sources"] {
            sources = reader.entries(of: value)
        } else {
            mapping.missing("sources", "list at least one, such as '- path: photos/*.jpg'")
        }
    }

    private var inlineNames: [String] { variants.filter { $0.file.inline?.value == true }.map(\.name) }

    private static func elsewhere(_ key: String) -> String? {
        if VariantFile.sharedKeys.contains(key) { return "it belongs in a variant or in 'defaults'" }
        if VariantFile.sizeKeys.contains(key) { return "it belongs in a variant" }
        return SourceEntryReader.all.contains(key) ? "it belongs in a source, indented below its '- '" : nil
    }

    private static func checkVersion(_ mapping: MappingReader) {
        guard let value = mapping["version"] else {
            mapping.missing("version", "add 'version: 1'")
            return
        }
        guard case .int(let version) = value.node.scalar, version >= 1 else {
            value.mustBe("the number 1")
            return
        }
        if version > 1 {
            value.fault(
                "is \(version), but alcedo \(AlcedoVersion.current) reads version 1; write 1, or use a newer Alcedo"
            )
        }
    }

    /// Fills in the defaults and checks rules that involve several keys.
    func resolved(path: String, directory: String, environment: [String: String], _ problems: Problems)
        -> Manifest
    {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let rules = PathRules(directory: directory, manifestName: name)
        let output = rules.path(self.output?.value ?? "Public/images", self.output?.location)
        let index = rules.path(
            self.index?.value ?? output.written + (output.written.hasSuffix("/") ? "" : "/") + "index.json",
            self.index?.location)
        let cache = cachePath(rules, environment, problems)
        let swift = self.swift.map { rules.path($0.value, $0.location) }
        var titles = PathRules.Titles()
        if environment["ALCEDO_CACHE_DIR"]?.isEmpty == false { titles.cache = "ALCEDO_CACHE_DIR" }
        rules.check(
            output: output, index: index, cache: cache, userHome: environment["HOME"], titles: titles,
            problems)
        if let indexSplit {
            rules.check(
                split: indexSplit.location, index: index, output: output, titles: titles, problems)
        }
        if let swift { rules.check(swift: swift, output: output, cache: cache, problems) }
        let last = output.absolute.split(separator: "/").last.map(String.init) ?? ""
        reportDuplicateIDs(problems)
        let allowOutside = self.allowOutside.map { rules.path($0.value, $0.location) }
        for folder in allowOutside { rules.check(allowed: folder, userHome: environment["HOME"], problems) }
        let bounds = PathBounds(root: directory, allowing: allowOutside.map(\.absolute))
        if let favicon { rules.check(favicon, cache: cache, bounds: bounds, problems) }
        var pictures = ProcessImageReader(rules: rules, bounds: bounds, problems: problems)
        var fonts = FontReader(rules: rules, bounds: bounds, problems: problems)
        let names = VariantNames(variants.map(\.name), inline: inlineNames)
        let variants = variants.map { variant in
            var resolved = variant.file.resolved(
                name: variant.name, among: names, defaults: defaults, problems)
            resolved.process = resolved.process.map { fonts.filled(pictures.filled($0)) }
            return resolved
        }
        var manifest = Manifest(
            path: path, directory: directory, version: 1, output: output,
            baseURL: baseURL?.value ?? "/" + URLPath.encode(last), index: index,
            indexSplit: indexSplit?.value,
            swift: swift, cache: cache, cacheLimits: cacheLimits,
            remoteCache: remoteCache(environment, problems),
            onError: onError ?? .fail, alt: alt ?? .none, prune: prune ?? .now, limits: limits,
            truncation: truncation ?? .fail, svg: svg ?? .rasterize,
            network: network, allowOutside: allowOutside,
            variants: variants,
            placeholders: placeholders, gallery: gallery, html: html, sources: sources)
        manifest.favicon = favicon
        for mistake in manifest.linksOut() where !problems.hasError(at: mistake.location) {
            problems.add(mistake)
        }
        return manifest
    }

    private func cachePath(_ rules: PathRules, _ environment: [String: String], _ problems: Problems)
        -> Manifest.Path
    {
        if let folder = environment["ALCEDO_CACHE_DIR"], !folder.isEmpty {
            // Like an option of the command, the path is relative to the working directory.
            let absolute = PathRules.absolute(folder, from: FileSystem.currentDirectory)
            return Manifest.Path(written: folder, absolute: absolute)
        }
        if let cache { return rules.path(cache.value, cache.location) }
        do {
            return Manifest.Path(written: ".alcedo", absolute: try rules.standardCache())
        } catch {
            problems.error("the folder for the cache cannot be found: \(error)", at: location)
            return rules.path(".alcedo", nil)
        }
    }

    // Covers ids that are explicit or derived from a URL. Ids of files are unknown until the folders have been walked.
    private func reportDuplicateIDs(_ problems: Problems) {
        var first: [String: Diagnostic.Location] = [:]
        for source in sources {
            guard let id = source.declaredID else { continue }
            if let place = first[id] {
                let first =
                    place.line == 0
                    ? "another source has it" : "the first is in line \(place.line), column \(place.column)"
                let message = "duplicate id '\(YAMLNode.excerpt(id))'; \(first)"
                problems.error(message, at: source.location)
            } else {
                first[id] = source.location
            }
        }
    }
}
