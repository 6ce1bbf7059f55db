import AlcedoBase
import AlcedoLoading
import Foundation

extension BuildRun {
    /// The manifest as the record of its output names it.
    var manifestPath: String {
        PathRules.real(PathRules.absolute(site.manifest.path, from: FileSystem.currentDirectory))
    }

    /// The path of the index below the output directory, if it is there.
    var indexName: String? {
        GlobWalker.isBelow(site.output, site.indexPath)
            ? String(Substring(site.indexPath.utf8.dropFirst(site.output.utf8.count + 1))) : nil
    }

    /// Refuses an output directory that belongs to another manifest: each would delete what the other made.
    ///
    /// A manifest that is not there any more owns nothing, so one can be renamed.
    /// - Throws: ``ManifestMistakes``, or `FileSystemError`.
    func refuseOutputOfOthers(_ record: OutputRecord) throws {
        let own = manifestPath
        guard let other = record.manifest, other != own,
            let status = try FileSystem.status(of: other, followingLinks: true), status.kind == .regular,
            try FileSystem.status(of: own, followingLinks: true)?.inode != status.inode
        else { return }
        throw mistake(
            "\(site.output) is the output of \(other); give each manifest an 'output' of its own, "
                + "or run 'alcedo clean' with that manifest first")
    }

    /// Refuses an index that was made from another manifest, as far as that shows where no record tells.
    ///
    /// - Parameter ids: All sources of this manifest.
    /// - Throws: ``ManifestMistakes``.
    func refuseIndexOfOthers(_ previous: PreviousIndex, _ record: OutputRecord, ids: [String]) throws {
        guard record.manifest == nil,
            previous.isForeign(toSources: ids, variants: site.manifest.variants.map(\.name))
        else { return }
        throw mistake(
            "\(site.indexPath) has none of this manifest's pictures, and the cache has forgotten who made it; give "
                + "each manifest an 'output' and 'index' of its own, or delete \(site.output) if it is this one's"
        )
    }

    private func mistake(_ words: String) -> ManifestMistakes {
        ManifestMistakes(diagnostics: [Diagnostic(.error, words, at: site.manifest.output.location)])
    }
}
