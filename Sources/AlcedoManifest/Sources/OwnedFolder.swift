/// A folder that Alcedo writes to. It is not searched for pictures, so that outputs do not become sources.
package struct OwnedFolder: Hashable, Sendable {
    /// The absolute path.
    var path: String
    /// The name used in messages.
    var name: String
}

extension Manifest {
    /// The output and cache folders of the manifest.
    var ownedFolders: [OwnedFolder] {
        [
            OwnedFolder(path: output.absolute, name: "'output'"),
            OwnedFolder(path: cache.absolute, name: "the cache"),
        ]
    }
}
