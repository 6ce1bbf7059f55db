public import AlcedoBase

/// Reads manifests.
public enum ManifestReader {
    /// Reads a manifest and reports everything that is wrong with it, in the order of positions.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it; diagnostics name it so.
    ///   - environment: Where `${NAME}` and `ALCEDO_CACHE_DIR` are looked up.
    /// - Returns: The manifest, or `nil` where an error is among the diagnostics.
    public static func read(
        path: String, environment: [String: String]
    ) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        (nil, [])
    }
}
