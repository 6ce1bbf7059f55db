package import AlcedoBase
import AlcedoCache

/// A manifest and the paths of this run. Options override the environment, which overrides the file.
package struct Site: Sendable {
    package var manifest: Manifest
    /// Absolute path of the output directory.
    package var output: String
    /// Absolute path of the index.
    package var indexPath: String
    /// Absolute path of the cache.
    package var cacheDirectory: String
    /// Absolute path of the package's cache, which a build for a bundle reads besides its own.
    package var packageCache: String?
    /// Folders not searched for sources: those of this run, and those of the manifest that options override.
    package var ownedFolders: [OwnedFolder]
    /// Warnings of the manifest reader.
    package var warnings: [Diagnostic]

    /// Reads the manifest, and checks paths given by options like those in the file.
    ///
    /// - Parameter made: The manifest, unless it is read from the file that the options name.
    /// - Throws: ``ManifestMistakes``.
    package init(
        _ options: BuildOptions, environment: [String: String], manifest made: Manifest? = nil,
        extensions: SiteExtensions = SiteExtensions()
    ) throws(ManifestMistakes) {
        let (manifest, diagnostics) =
            made.map { $0.checked(environment: environment, extensions) }
            ?? ManifestReader.read(
                path: options.manifest, environment: environment, isBundled: options.bundle != nil,
                extensions: extensions)
        guard var manifest else { throw ManifestMistakes(diagnostics: diagnostics) }
        warnings = diagnostics + [manifest.emptiness(isFile: made == nil)].compactMap(\.self)
        ownedFolders = manifest.ownedFolders
        if let bundle = options.bundle {
            packageCache = manifest.cache.absolute
            let output = Self.absolute(bundle.output)
            manifest.output = Manifest.Path(written: bundle.output, absolute: output)
            manifest.index = Manifest.Path(
                written: bundle.output + "/index.json", absolute: output + "/index.json")
            manifest.indexSplit = nil
            manifest.swift = nil
            // Icons belong at the root of a site, which the resources of a package are not.
            manifest.favicon = nil
            manifest.onError = .fail
            for number in manifest.sources.indices { manifest.sources[number].onError = nil }
            manifest.prune = .now
        }
        let problems = Problems()
        var titles = PathRules.Titles()
        if let written = options.output {
            titles.output = "--output"
            manifest.output = Self.path(written, titles.output, problems)
            ownedFolders.insert(OwnedFolder(path: manifest.output.absolute, name: titles.output), at: 0)
            // A trial output must not change the site's own icons.
            manifest.favicon?.folder = manifest.output.absolute
            manifest.favicon?.url = manifest.baseURL
            if manifest.index.location == nil {
                manifest.index = Manifest.Path(
                    written: written + "/index.json", absolute: manifest.output.absolute + "/index.json")
            }
        }
        if let written = options.cacheDirectory {
            titles.cache = "--cache-dir"
            manifest.cache = Self.path(written, titles.cache, problems)
            ownedFolders.insert(OwnedFolder(path: manifest.cache.absolute, name: titles.cache), at: 0)
        }
        if options.output != nil || options.cacheDirectory != nil, !problems.hasErrors {
            let name = manifest.path.split(separator: "/").last.map(String.init) ?? manifest.path
            let rules = PathRules(directory: manifest.directory, manifestName: name)
            rules.check(
                output: manifest.output, index: manifest.index, cache: manifest.cache,
                userHome: environment["HOME"], titles: titles, problems)
            if manifest.indexSplit != nil {
                rules.check(
                    split: manifest.index.location, index: manifest.index, output: manifest.output,
                    titles: titles, problems)
            }
        }
        if problems.hasErrors { throw ManifestMistakes(diagnostics: problems.sorted) }
        self.manifest = manifest
        output = manifest.output.absolute
        indexPath = manifest.index.absolute
        cacheDirectory = manifest.cache.absolute
    }

    private static func path(_ written: String, _ option: String, _ problems: Problems) -> Manifest.Path {
        if written.allSatisfy(\.isWhitespace) { problems.error("\(option) is empty; name a folder", at: nil) }
        return Manifest.Path(written: written, absolute: absolute(written))
    }

    /// Returns a path of the command line as an absolute path without `.` and `..`.
    package static func absolute(_ path: String) -> String {
        PathRules.absolute(path, from: FileSystem.currentDirectory)
    }
}
