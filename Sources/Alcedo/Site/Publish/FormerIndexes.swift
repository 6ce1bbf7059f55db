import AlcedoBase
import AlcedoManifest

/// Deletion of indexes that the manifest no longer names.
///
/// Their paths come from the ledger, which may be forged. An index is deleted only in the output or beside the manifest,
/// only if it is a regular file reached without a link, if its digest is that in the ledger, and if it says itself that
/// Alcedo wrote it.
struct FormerIndexes: Sendable {
    // Absolute paths of folders, as written and without links.
    private let folders: [String]

    /// - Parameter manifest: Path of the manifest, if known.
    init(output: String, manifest: String?) {
        let folders = [output] + (manifest.map { [FileSystem.folder(of: $0)] } ?? [])
        self.folders = folders + folders.map(PathRules.real)
    }

    /// Folder above a path, and the name of the path in it.
    private func place(of path: String) -> (folder: String, name: String)? {
        folders.lazy.compactMap { folder in
            RelativeName.name(of: path, below: folder).map { (folder, $0) }
        }.first
    }

    /// Returns what to do with a former index. Changes nothing.
    func fate(of index: Ledger.Index) throws -> SitePublisher.PruneResult {
        try examine(index).fate
    }

    /// Deletes a former index if it is unchanged.
    func remove(_ index: Ledger.Index) throws -> SitePublisher.PruneResult {
        let (fate, inode) = try examine(index)
        if fate == .deleted, let place = place(of: index.path) {
            try FileSystem.removeFile(place.name, below: place.folder, inode: inode)
        }
        return fate
    }

    private func examine(
        _ index: Ledger.Index
    ) throws -> (fate: SitePublisher.PruneResult, inode: UInt64?) {
        guard let status = try FileSystem.status(of: index.path) else { return (.absent, nil) }
        guard let place = place(of: index.path) else { return (.elsewhere, nil) }
        guard status.kind == .regular, status.size == index.status.size,
            let found = try FileSystem.digest(ofFile: place.name, below: place.folder),
            found.digest == index.digest,
            Ownership.isIndex(try FileSystem.read(index.path, followingLinks: false), isRecorded: false)
        else { return (.foreign, nil) }
        return (.deleted, found.status.inode)
    }
}
