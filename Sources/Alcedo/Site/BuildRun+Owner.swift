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
    ///
    /// - Parameter manifest: The one that the record of the directory names.
    /// - Throws: ``ManifestMistakes``, or `FileSystemError`.
    func refuseOutputOfOthers(_ manifest: String?) throws {
        guard let other = try otherManifest(manifest) else { return }
        throw mistake(
            "\(site.output) is the output of \(other); give each manifest an 'output' of its own, "
                + "or run 'alcedo clean' with that manifest first")
    }

    // The manifest to which an output belongs, if it is another one and still there.
    private func otherManifest(_ manifest: String?) throws -> String? {
        let own = manifestPath
        guard let other = manifest, other != own,
            let status = try FileSystem.status(of: other, followingLinks: true), status.kind == .regular,
            try FileSystem.status(of: own, followingLinks: true)?.inode != status.inode
        else { return nil }
        return other
    }

    /// Refuses an index that another manifest's build has written, as the records of their outputs tell: each would
    /// write its own over the other's.
    ///
    /// One that is as this manifest's last build left it is nobody else's, and no record is read.
    /// - Throws: ``ManifestMistakes``, or `FileSystemError`.
    func refuseIndexOfAnotherOutput(_ record: OutputRecord) throws {
        if let index = record.index, index.path == site.indexPath,
            try FileSystem.status(of: index.path) == index.status
        {
            return
        }
        let place = PathRules.real(site.indexPath)
        let own = OutputRecord.name(forOutput: site.output)
        for name in CacheRoots.names(in: states).sorted()
        where name.hasPrefix(OutputRecord.prefix) && name != own {
            let record = OutputRecordFile.load(named: name, from: states)
            guard let index = record.index, PathRules.real(index.path) == place,
                let other = try otherManifest(record.manifest)
            else { continue }
            throw mistake(
                "\(site.indexPath) is the index of \(other); give each manifest an 'index' of its own, "
                    + "or run 'alcedo clean' with that manifest first",
                at: site.manifest.index.location)
        }
    }

    /// Refuses an index that was made from another manifest: as the records tell, and as far as it shows where none
    /// does.
    ///
    /// - Parameter ids: All sources of this manifest.
    /// - Throws: ``ManifestMistakes``, or `FileSystemError`.
    func refuseIndexOfOthers(_ previous: PreviousIndex, _ record: OutputRecord, ids: [String]) throws {
        try refuseIndexOfAnotherOutput(record)
        guard record.manifest == nil,
            previous.isForeign(toSources: ids, variants: site.manifest.variants.map(\.name))
        else { return }
        throw mistake(
            "\(site.indexPath) has none of this manifest's pictures, and the cache has forgotten who made it; give "
                + "each manifest an 'output' and 'index' of its own, or delete \(site.output) if it is this one's"
        )
    }

    private func mistake(_ words: String, at place: SourceLocation? = nil) -> ManifestMistakes {
        ManifestMistakes(diagnostics: [
            Diagnostic(.error, words, at: place ?? site.manifest.output.location)
        ])
    }
}
