public import AlcedoBase
public import Foundation

/// Reads and validates a manifest and touches nothing.
public enum SiteChecker {
    /// What a check found.
    public struct Result: Hashable, Sendable {
        /// Everything worth saying, in the order of positions.
        public var diagnostics: [Diagnostic]
        /// How many pictures the manifest names.
        public var sources: Int
        /// How many variants it defines.
        public var variants: Int

        /// Whether a build would refuse the manifest, or a source would fail before its bytes are looked at.
        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// Checks a manifest: its syntax, its values, its patterns and lists, and that its files are there.
    ///
    /// No picture is opened and no server is asked.
    public static func check(
        manifest path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Result {
        let (manifest, diagnostics) = ManifestReader.read(path: path, environment: environment)
        guard let manifest else { return Result(diagnostics: diagnostics, sources: 0, variants: 0) }
        let resolution = SourceResolver(manifest).resolve()
        var all = diagnostics + [manifest.emptiness].compactMap(\.self) + resolution.diagnostics
        for failure in resolution.failures {
            all.append(
                Diagnostic(
                    failure.onError == .fail ? .error : .warning, "\(failure.id): \(failure.reason)",
                    at: failure.row ?? failure.location))
        }
        return Result(
            diagnostics: all, sources: resolution.idsInOrder.count,
            variants: manifest.variants.count)
    }
}
