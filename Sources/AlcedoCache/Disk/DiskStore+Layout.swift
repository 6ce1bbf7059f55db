package import AlcedoBase

extension DiskStore {
    static let markers = [
        // The signature is defined by the Cache Directory Tagging Specification (bford.info/cachedir).
        (
            name: "CACHEDIR.TAG",
            text:
                "Signature: 8a477f597d28d172789f06886806bc55\n# Made by Alcedo: everything here can be made again.\n"
        ),
        (name: ".gitignore", text: "*\n"),
    ]

    /// Name of the report that may be beside the entries, where the markers hide it as well.
    package static let reportName = "report.html"

    /// Creates the folders and markers of the cache, once.
    package func prepareLayout() throws(FileSystemError) {
        try layout.once { () throws(FileSystemError) in
            try removeLinks()
            try FileSystem.createDirectory(at: temporaryDirectory)
            // In a folder with other files, the markers would hide those from git and from backups.
            let home = try isDirectoryOurs() ? directory : version
            for (name, text) in Self.markers {
                let path = home + "/" + name
                if try FileSystem.status(of: path) == nil {
                    try FileSystem.writeAtomically(
                        Data(text.utf8), to: path, temporaryDirectory: temporaryDirectory)
                }
            }
        }
    }

    /// Removes links in the place of folders of the cache: they would lead writes, and deletions, out of it. The directory
    /// itself may be reached through links.
    private func removeLinks() throws(FileSystemError) {
        for folder in [version] + Kind.allCases.map({ version + "/" + $0.rawValue }) {
            _ = try isFolder(folder)
        }
    }

    /// Whether a folder of the cache is there. A link in its place is removed.
    func isFolder(_ folder: String) throws(FileSystemError) -> Bool {
        switch try FileSystem.status(of: folder)?.kind {
        case .directory?: return true
        case .symbolicLink?: try FileSystem.removeFile(at: folder)
        default: break
        }
        return false
    }

    private func isDirectoryOurs() throws(FileSystemError) -> Bool {
        let names = Self.markers.map(\.name) + [Self.reportName]
        for entry in try FileSystem.entries(ofDirectory: directory) where !names.contains(entry.name) {
            if entry.kind == .directory, Self.versionNumber(entry.name) != nil { continue }
            if !entry.name.hasPrefix(FileSystem.temporaryPrefix) { return false }
        }
        return true
    }
}
