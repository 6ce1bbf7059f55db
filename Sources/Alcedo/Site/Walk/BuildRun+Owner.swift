import AlcedoBase
import AlcedoLoading
import AlcedoManifest

extension BuildRun {
    /// Path of the manifest as written in the ledger.
    var manifestPath: String {
        PathRules.real(PathRules.absolute(site.manifest.path, from: FileSystem.currentDirectory))
    }

    /// Indexes of former manifests.
    var formerIndexes: FormerIndexes { FormerIndexes(output: site.output, manifest: manifestPath) }

    /// Path of the index relative to the output directory, if it is inside.
    var indexName: String? {
        GlobWalker.isBelow(site.output, site.indexPath)
            ? String(Substring(site.indexPath.utf8.dropFirst(site.output.utf8.count + 1))) : nil
    }

    /// Refuses an output directory that belongs to another manifest, since each would delete the other's files, and one
    /// that has been replaced by a link to a folder elsewhere since the manifest was read.
    ///
    /// A manifest that no longer exists owns nothing, so a manifest can be renamed.
    ///
    /// - Parameter manifest: The manifest named by the ledger of the directory.
    /// - Throws: `ManifestMistakes`, or `FileSystemError`.
    func refuseOutputOfOthers(_ manifest: String?) throws {
        let links = site.manifest.linksOut(hasOutput: options.output == nil && options.bundle == nil)
        if !links.isEmpty { throw ManifestMistakes(diagnostics: links) }
        guard let other = try otherManifest(manifest) else { return }
        throw mistake("\(site.output) is the output of \(other); \(Self.remedy("output"))")
    }

    /// Returns the manifest that owns an output or a Swift file, if it is another one and still exists.
    ///
    /// A bundle only ever has one manifest, which may have been a link to another file.
    func otherManifest(_ manifest: String?) throws -> String? {
        let own = manifestPath
        guard options.bundle == nil, let other = manifest, other != own,
            let status = try FileSystem.status(of: other, followingLinks: true), status.kind == .regular,
            try FileSystem.status(of: own, followingLinks: true)?.inode != status.inode
        else { return nil }
        return other
    }

    /// Refuses an index written for another manifest, according to the ledgers of all outputs, since each would
    /// overwrite the other's.
    ///
    /// No other ledger is read if the index is unchanged since this manifest's last build.
    /// - Throws: `ManifestMistakes`, or `FileSystemError`.
    func refuseIndexOfAnotherOutput(_ output: Ledger.Output) throws {
        if let index = output.index, index.path == site.indexPath,
            try FileSystem.status(of: index.path) == index.status
        {
            return
        }
        let place = PathRules.real(site.indexPath)
        for id in Ledger.ids(in: states) where id != ledgerID {
            let output = Ledger.load(id, from: states).output
            guard let index = output.index, PathRules.real(index.path) == place,
                let other = try otherManifest(output.manifest)
            else { continue }
            throw mistake(
                "\(site.indexPath) is the index of \(other); \(Self.remedy("index"))",
                at: site.manifest.index.location)
        }
    }

    /// Refuses an index that was made from another manifest, according to the ledgers or, without one, to its
    /// contents.
    ///
    /// - Parameter ids: Ids of all sources of this manifest.
    /// - Throws: `ManifestMistakes`, or `FileSystemError`.
    func refuseIndexOfOthers(_ previous: PreviousIndex, _ output: Ledger.Output, ids: [String]) throws {
        try refuseIndexOfAnotherOutput(output)
        guard output.manifest == nil,
            previous.isForeign(toSources: ids, variants: site.manifest.variants.map(\.name))
        else { return }
        throw mistake(
            "\(site.indexPath) was not written by this manifest, or its cache was cleared since; give "
                + "each manifest an 'output' and 'index' of its own, or delete \(site.output) if it belongs to this manifest"
        )
    }

    /// What to do about an output or index of another manifest. If that one names another by now, as after an exchange, it
    /// has to name this one again to clean it.
    private static func remedy(_ key: String) -> String {
        "give each manifest an '\(key)' of its own, or run 'alcedo clean' with that manifest while it names this '\(key)'"
    }

    private func mistake(_ words: String, at place: Diagnostic.Location? = nil) -> ManifestMistakes {
        ManifestMistakes(diagnostics: [
            Diagnostic(.error, words, at: place ?? site.manifest.output.location)
        ])
    }
}
