/// Expands the entries of a manifest into single pictures.
///
/// Entries are taken in order. An entry whose `path` is one file name *refines* what globs above it found: each key
/// it has replaces that key of the picture, which keeps its place in the order; also `id` and, through `root`, the id
/// that follows from the path. Where no glob above found the file, the entry is a picture of its own. A path with
/// characters of a pattern is a pattern, whatever files there are: the file `photo [1].jpg` is named with
/// `photo \[1\].jpg`.
///
/// A file that is missing is a failed source, and so is one whose name is no UTF-8. A pattern that matches nothing, a folder that cannot be read, a list
/// that cannot be read and an id that is taken are mistakes of the manifest: then it is not known what was meant, and
/// nothing should be built.
public struct SourceResolver: Sendable {
    private let manifest: Manifest
    private let owned: [OwnedFolder]

    /// Takes the manifest whose sources are wanted.
    public init(_ manifest: Manifest) {
        self.init(manifest, owned: manifest.ownedFolders)
    }

    /// Takes also the folders in which nothing is looked for.
    init(_ manifest: Manifest, owned: [OwnedFolder]) {
        self.manifest = manifest
        self.owned = owned
    }

    /// Walks the folders and reads the lists. No picture is opened.
    public func resolve() -> SourceResolution {
        var expansion = SourceExpansion(manifest, owned: owned)
        return expansion.run()
    }
}
