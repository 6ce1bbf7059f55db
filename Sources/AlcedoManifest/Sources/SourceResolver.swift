/// Expands the entries of a manifest into single pictures.
///
/// Entries are processed in order. If globs above an entry found the file that its `path` names, the entry *refines*
/// the picture: each key of the entry replaces the picture's value, including `id` and, through `root`, the id derived
/// from the path, while the picture keeps its position. Otherwise the entry adds a picture. A path with pattern
/// characters is always a pattern, whatever files exist: write `photo \[1\].jpg` for the file `photo [1].jpg`.
///
/// A missing file, or one whose name is not UTF-8, is a failed source. A pattern without matches, an unreadable folder
/// or list and a duplicate id are errors of the manifest: its intent is unknown, and nothing should be built.
package struct SourceResolver: Sendable {
    private let manifest: Manifest
    private let owned: [OwnedFolder]

    /// Creates a resolver for the sources of a manifest.
    package init(_ manifest: Manifest) {
        self.init(manifest, owned: manifest.ownedFolders)
    }

    /// Creates a resolver that does not search the owned folders.
    package init(_ manifest: Manifest, owned: [OwnedFolder]) {
        self.manifest = manifest
        self.owned = owned
    }

    /// Walks the folders and reads the lists, without opening any picture. If the task is cancelled, it ends soon, with a part
    /// of the sources.
    package func resolve() -> SourceResolution {
        var expansion = SourceExpansion(manifest, owned: owned)
        return expansion.run()
    }
}
