package import AlcedoBase
import AlcedoMarkup

/// Reads manifests.
package enum ManifestReader {
    /// Reads a manifest and reports all of its problems, ordered by position.
    ///
    /// `output`, `index` and the cache are resolved in the file system; sources are not. See ``SourceResolver`` for
    /// sources, and ``check(path:environment:)`` for both.
    ///
    /// - Parameters:
    ///   - path: The file as the user named it, which diagnostics repeat.
    ///   - environment: The values of `${NAME}` and `ALCEDO_CACHE_DIR`.
    ///   - extensions: The names that the program adds.
    /// - Returns: The manifest, or `nil` if the diagnostics contain an error.
    package static func read(
        path: String, environment: [String: String], extensions: SiteExtensions = SiteExtensions()
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        read(path: path, environment: environment, isBundled: false, extensions: extensions)
    }

    /// - Parameter isBundled: Whether the manifest is read for a build without network access. Variables that only the
    ///   network needs may then be missing.
    static func read(
        path: String, environment: [String: String], isBundled: Bool, extensions: SiteExtensions
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        let absolute = PathRules.absolute(path, from: FileSystem.currentDirectory)
        FileWatch.current?.willRead(absolute)
        let data: Data
        do {
            data = try FileSystem.read(path, limit: YAMLText.largestFile)
        } catch {
            return (
                nil,
                [Diagnostic(.error, "the manifest cannot be read: \(reason(error, path))", at: start(path))]
            )
        }
        let directory = absolute.lastIndex(of: "/").map { String(absolute[..<$0]) } ?? ""
        let folder = directory.isEmpty ? "/" : directory
        let (manifest, diagnostics) = read(
            data, path: path, directory: folder, environment: environment, isBundled: isBundled,
            extensions: extensions)
        if manifest == nil, let fault = Quoting.fault(in: data, of: absolute, below: folder) {
            return (nil, [Diagnostic(.error, fault, at: start(path))])
        }
        return (manifest, diagnostics)
    }

    /// Reads a manifest from its bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - path: The file as shown in diagnostics.
    ///   - directory: The absolute path of the folder that relative paths are resolved against.
    ///   - environment: The values of `${NAME}` and `ALCEDO_CACHE_DIR`.
    /// - Returns: The manifest, or `nil` if the diagnostics contain an error.
    package static func read(
        _ data: Data, path: String, directory: String, environment: [String: String],
        extensions: SiteExtensions = SiteExtensions()
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        read(
            data, path: path, directory: directory, environment: environment, isBundled: false,
            extensions: extensions)
    }

    /// - Parameter isBundled: As for ``read(path:environment:isBundled:extensions:)``.
    static func read(
        _ data: Data, path: String, directory: String, environment: [String: String], isBundled: Bool,
        extensions: SiteExtensions
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        let problems = Problems(extensions: extensions)
        extensions.check(problems)
        do {
            let (root, found) = try YAMLParser.parse(data, file: path)
            found.forEach(problems.add)
            guard var root else {
                let advice = "begin with 'version: 1', 'output', 'variants' and 'sources'"
                return (
                    nil, [Diagnostic(.error, "the manifest is empty; \(advice)", at: start(path))]
                )
            }
            // Curly quotes start with one of these bytes.
            if data.contains(where: { $0 == 0xE2 || $0 == 0xC2 }) {
                var quotes = CurlyQuotes.Removal(problems)
                root = quotes.straight(root)
            }
            guard
                let file = ManifestFile(root, environment: environment, isBundled: isBundled, problems)
            else {
                return (nil, problems.sorted)
            }
            let manifest = file.resolved(
                path: path, directory: directory, environment: environment, problems)
            return (problems.hasErrors ? nil : manifest, problems.sorted)
        } catch {
            problems.add(error)
            return (nil, problems.sorted)
        }
    }

    /// Reads a manifest and resolves its sources, without opening any picture.
    ///
    /// Missing sources are reported as errors.
    ///
    /// - Parameters:
    ///   - path: The file as the user named it.
    ///   - environment: The values of variables.
    /// - Returns: The manifest and its sources, `nil` if the manifest has errors, and the diagnostics of both.
    package static func check(
        path: String, environment: [String: String]
    ) -> (manifest: Manifest?, sources: SourceResolution?, diagnostics: [Diagnostic]) {
        let (manifest, diagnostics) = read(path: path, environment: environment)
        guard let manifest else { return (nil, nil, diagnostics) }
        let sources = SourceResolver(manifest).resolve()
        let problems = Problems()
        diagnostics.forEach(problems.add)
        sources.diagnostics.forEach(problems.add)
        for failure in sources.failures {
            problems.error("source '\(failure.id)': \(failure.reason)", at: failure.row ?? failure.location)
        }
        return (manifest, sources, problems.sorted)
    }

    /// The usual names of manifests, in lower case.
    package static let usualNames = ["images.yml", "images.yaml", "alcedo.yml", "alcedo.yaml"]

    /// Returns the likely place of a missing manifest, or how to create it.
    private static func elsewhere(_ path: String) -> String {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (String(path[..<cut]), String(path[cut...]))
        var names: [String] = []
        do throws(FileSystemError) {
            names = try FileSystem.entries(ofDirectory: folder.isEmpty ? "." : folder)
                .filter { $0.isText && $0.kind != .directory }.map(\.name).sorted()
        } catch {
            // A folder that is missing or cannot be listed has no other manifest to suggest.
        }
        let yaml = names.filter { $0.lowercased().hasSuffix(".yml") || $0.lowercased().hasSuffix(".yaml") }
        let other = usualNames.lazy.compactMap { usual in yaml.first { $0.lowercased() == usual } }.first
        if let other = other ?? Suggestion.closest(to: name, among: yaml) {
            return "there is \(folder)\(other): name it with --manifest \(folder)\(other)"
        }
        return "go where it is, or name it with --manifest; 'alcedo init' writes a first one"
    }

    private static func start(_ path: String) -> Diagnostic.Location {
        Diagnostic.Location(file: path, line: 1, column: 1)
    }

    private static func reason(_ error: FileSystemError, _ path: String) -> String {
        switch error.code {
        case EFBIG: "it has more than \(YAMLText.largestFile / 1_000_000) MB"
        case EINVAL: "it is not a regular file"
        case ENOENT: "\(error.reason); \(elsewhere(path))"
        case EISDIR: "\(error.reason); go where it is, or name it with --manifest"
        default: error.reason
        }
    }
}
