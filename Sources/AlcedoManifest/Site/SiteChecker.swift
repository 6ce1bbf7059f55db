public import AlcedoBase

/// Validates a manifest without writing anything.
public enum SiteChecker {
    /// Result of a check.
    public struct Result: Hashable, Sendable {
        /// Errors and warnings.
        public var diagnostics: [Diagnostic]
        /// Number of pictures named by the manifest.
        public var sources: Int
        /// Number of variants defined by the manifest.
        public var variants: Int

        /// Whether a build would reject the manifest, or a source would fail before its bytes are read.
        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// Checks a manifest: its syntax, values, patterns and lists, and whether its files exist.
    ///
    /// Opens no picture and uses no network.
    public static func check(
        manifest path: String, extensions: SiteExtensions = SiteExtensions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Result {
        let (manifest, diagnostics) = ManifestReader.read(
            path: path, environment: environment, extensions: extensions)
        guard let manifest else { return Result(diagnostics: diagnostics, sources: 0, variants: 0) }
        let resolution = SourceResolver(manifest).resolve()
        var all = diagnostics + [manifest.emptiness()].compactMap(\.self) + resolution.diagnostics
        for failure in resolution.failures {
            all.append(
                Diagnostic(
                    failure.onError == .fail ? .error : .warning, "\(failure.id): \(failure.reason)",
                    at: failure.row ?? failure.location))
        }
        all += galleryMistakes(manifest, resolution)
        return Result(
            diagnostics: all, sources: resolution.idsInOrder.count,
            variants: manifest.variants.count)
    }

    /// Returns what `alcedo gallery` would reject after a build.
    private static func galleryMistakes(
        _ manifest: Manifest, _ resolution: SourceResolution
    ) -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        do {
            _ = try GalleryIconFile(manifest)
        } catch let error as ManifestMistakes {
            mistakes += error.diagnostics
        } catch {
            mistakes.append(
                Diagnostic(.error, String(describing: error), at: manifest.gallery.iconLocation))
        }
        // Without all pictures, nothing can be said of those that the settings name.
        let isWhole =
            resolution.failures.isEmpty && !resolution.diagnostics.contains { $0.severity == .error }
        return mistakes + (isWhole ? manifest.gallery.mistakes(ids: resolution.idsInOrder) : [])
    }
}
