import AlcedoBase
import AlcedoManifest

/// Deletion of indexes that the manifest no longer names.
///
/// Their paths come from the ledger, which may be forged. An index is deleted only in the output or beside the manifest,
/// only if it is a regular file reached without a link, if its digest is that in the ledger, and if it is an index of
/// Alcedo's: the digest of any other file may be known as well.
struct FormerIndexes: Sendable {
    private let folders: NamedFolders

    /// - Parameter manifest: Path of the manifest, if known.
    init(output: String, manifest: String?) {
        folders = NamedFolders([output] + (manifest.map { [FileSystem.folder(of: $0)] } ?? []))
    }

    /// The file of a former index; `nil` where Alcedo deletes nothing.
    func file(of index: Ledger.Index) -> OwnFile? { folders.file(index.path) }

    /// Returns what to do with a former index. Changes nothing.
    func fate(of index: Ledger.Index) throws -> SitePublisher.PruneResult {
        guard let file = file(of: index) else { return try elsewhere(index) }
        guard let found = try file.found() else { return try file.status() == nil ? .absent : .foreign }
        return try isOurs(found, index, file) ? .deleted : .foreign
    }

    /// Deletes a former index if it is unchanged.
    func remove(_ index: Ledger.Index) throws -> SitePublisher.PruneResult {
        guard let file = file(of: index) else { return try elsewhere(index) }
        return SitePublisher.PruneResult(
            try file.remove { found throws(FileSystemError) in try isOurs(found, index, file) })
    }

    private func elsewhere(_ index: Ledger.Index) throws -> SitePublisher.PruneResult {
        try FileSystem.status(of: index.path) == nil ? .absent : .elsewhere
    }

    private func isOurs(
        _ found: OwnFile.Found, _ index: Ledger.Index, _ file: OwnFile
    ) throws(FileSystemError) -> Bool {
        guard found.status.size == index.status.size, found.digest == index.digest else { return false }
        return try PreviousIndex(path: file.path).index != nil
    }
}
