import AlcedoBase
import AlcedoCache
import Foundation

/// A manifest with the places that this run uses: options win over the environment, the environment over the file.
struct Site: Sendable {
    var manifest: Manifest
    /// Absolute.
    var output: String
    /// Absolute.
    var indexPath: String
    /// Absolute.
    var cacheDirectory: String
    /// What the reader found worth a warning.
    var warnings: [Diagnostic]

    /// Reads the manifest.
    /// - Throws: ``ManifestMistakes``.
    init(_ options: BuildOptions, environment: [String: String]) throws(ManifestMistakes) {
        let (manifest, diagnostics) = ManifestReader.read(path: options.manifest, environment: environment)
        guard let manifest else { throw ManifestMistakes(diagnostics: diagnostics) }
        self.manifest = manifest
        warnings = diagnostics
        output = options.output.map(Self.absolute) ?? manifest.output.absolute
        if options.output != nil, manifest.index.location == nil {
            indexPath = output + "/index.json"
        } else {
            indexPath = manifest.index.absolute
        }
        cacheDirectory = options.cacheDirectory.map(Self.absolute) ?? manifest.cache.absolute
    }

    /// A path as the user typed it, from the root and without `.` and `..`.
    static func absolute(_ path: String) -> String {
        let full = path.hasPrefix("/") ? path : FileSystem.currentDirectory + "/" + path
        return URL(fileURLWithPath: full).standardizedFileURL.path
    }
}
