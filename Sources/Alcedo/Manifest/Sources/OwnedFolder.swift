/// A folder into which Alcedo writes: no picture is looked for there, or its own work would be a source.
struct OwnedFolder: Hashable, Sendable {
    /// Absolute.
    var path: String
    /// What complaints call it.
    var name: String
}

extension Manifest {
    /// The folders that the manifest itself names.
    var ownedFolders: [OwnedFolder] {
        [
            OwnedFolder(path: output.absolute, name: "'output'"),
            OwnedFolder(path: cache.absolute, name: "the cache"),
        ]
    }
}
