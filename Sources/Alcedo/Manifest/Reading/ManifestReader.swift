public import AlcedoBase
public import Foundation

/// Reads manifests.
public enum ManifestReader {
    /// Reads a manifest and reports everything that is wrong with it, in the order of positions.
    ///
    /// The file system is asked where `output`, `index` and the cache lead; sources are not looked for. See
    /// ``SourceResolver`` for that, and ``check(path:environment:)`` for both.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it; diagnostics name it so.
    ///   - environment: Where `${NAME}` and `ALCEDO_CACHE_DIR` are looked up.
    /// - Returns: The manifest, or `nil` where an error is among the diagnostics.
    public static func read(
        path: String, environment: [String: String]
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        read(path: path, environment: environment, isBundled: false)
    }

    /// - Parameter isBundled: Whether it is read for a build that leaves the network alone. Variables that nobody but
    ///   the network needs may be missing then.
    static func read(
        path: String, environment: [String: String], isBundled: Bool
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        let data: Data
        do {
            data = try FileSystem.read(path, limit: YAMLText.largestFile)
        } catch {
            return (
                nil,
                [Diagnostic(.error, "the manifest cannot be read: \(reason(error, path))", at: start(path))]
            )
        }
        let absolute = PathRules.absolute(path, from: FileSystem.currentDirectory)
        let directory = absolute.lastIndex(of: "/").map { String(absolute[..<$0]) } ?? ""
        return read(
            data, path: path, directory: directory.isEmpty ? "/" : directory, environment: environment,
            isBundled: isBundled)
    }

    /// Reads a manifest from its bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - path: The file as diagnostics name it.
    ///   - directory: The absolute path of the folder that relative paths begin at.
    ///   - environment: Where `${NAME}` and `ALCEDO_CACHE_DIR` are looked up.
    /// - Returns: The manifest, or `nil` where an error is among the diagnostics.
    public static func read(
        _ data: Data, path: String, directory: String, environment: [String: String]
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        read(data, path: path, directory: directory, environment: environment, isBundled: false)
    }

    /// - Parameter isBundled: As for ``read(path:environment:isBundled:)``.
    static func read(
        _ data: Data, path: String, directory: String, environment: [String: String], isBundled: Bool
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        let problems = Problems()
        do {
            let (root, found) = try YAMLParser.parse(data, file: path)
            found.forEach(problems.add)
            guard var root else {
                let advice = "begin with 'version: 1', 'output', 'variants' and 'sources'"
                return (
                    nil, [Diagnostic(.error, "the manifest is empty; \(advice)", at: start(path))]
                )
            }
            // Where none of their first bytes is, there are no curly quotes.
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

    /// Reads a manifest and looks for its sources: everything that can be known without opening a picture.
    ///
    /// Sources that are missing are among the diagnostics as errors.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it.
    ///   - environment: Where variables are looked up.
    /// - Returns: The manifest and what its sources come to, each as far as it got.
    public static func check(
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

    /// What manifests are called, in lower case.
    static let usualNames = ["images.yml", "images.yaml", "alcedo.yml", "alcedo.yaml"]

    /// Where the manifest is instead, or how to come by one.
    private static func elsewhere(_ path: String) -> String {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (String(path[..<cut]), String(path[cut...]))
        var names: [String] = []
        do throws(FileSystemError) {
            names = try FileSystem.entries(ofDirectory: folder.isEmpty ? "." : folder)
                .filter { $0.isText && $0.kind != .directory }.map(\.name).sorted()
        } catch {
            // A folder that cannot be listed, or is not there, has no other manifest to name.
        }
        let yaml = names.filter { $0.lowercased().hasSuffix(".yml") || $0.lowercased().hasSuffix(".yaml") }
        let other = usualNames.lazy.compactMap { usual in yaml.first { $0.lowercased() == usual } }.first
        if let other = other ?? Suggestion.closest(to: name, among: yaml) {
            return "there is \(folder)\(other): name it with --manifest \(folder)\(other)"
        }
        return "go where it is, or name it with --manifest; 'alcedo init' writes a first one"
    }

    private static func start(_ path: String) -> SourceLocation {
        SourceLocation(file: path, line: 1, column: 1)
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
