import AlcedoBase
import AlcedoImaging
import AlcedoIndex

extension ManifestFile {
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
        if let swift { rules.check(swift: swift, output: output, cache: cache, problems) }
        let last = output.absolute.split(separator: "/").last.map(String.init) ?? ""
        reportDuplicateIDs(problems)
        var pictures = ProcessImageReader(rules: rules, problems: problems)
        let variants = variants.map { variant in
            var resolved = variant.file.resolved(name: variant.name, defaults: defaults, problems)
            resolved.process = resolved.process.map { pictures.filled($0) }
            return resolved
        }
        return Manifest(
            path: path, directory: directory, version: 1, output: output,
            baseURL: baseURL?.value ?? "/" + URLPath.encode(last), index: index, swift: swift, cache: cache,
            cacheLimits: cacheLimits, onError: onError ?? .fail, prune: prune ?? .now, limits: limits,
            truncation: truncation ?? .fail, svg: svg ?? .rasterize,
            network: network,
            variants: variants,
            placeholders: placeholders, gallery: gallery, sources: sources)
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
