import AlcedoBase
import AlcedoCache
import Foundation

extension SitePublication {
    /// What a publication would do, as far as it is known what there is to publish.
    struct Preview: Sendable {
        /// Names of files that would be written.
        var written: Set<String> = []
        /// Those of them in whose place something else of Alcedo's stands.
        var replaced: Set<String> = []
        /// Digests of files to write that the cache does not have.
        var lost: Set<ContentDigest> = []
        /// Names of files that would be deleted, and the path of an index that has another place now.
        var deleted: [String] = []
        /// Whether the index would have other bytes than the one that is there.
        var writesIndex = false
    }

    /// Looks, and changes nothing.
    ///
    /// - Parameter isPartial: Whether some files are not known yet.
    /// - Throws: ``NameCollisions``, ``SiteError``, ``ManifestMistakes``, or `FileSystemError`, as publishing would.
    func preview(
        _ previous: PreviousIndex, isPartial: Bool, _ tell: (BuildEvent) -> Void
    ) throws -> Preview {
        var preview = Preview()
        if !isPartial, !finished.isSelection, !run.options.checksum, try isCurrent(record, fingerprint) {
            return preview
        }
        try run.refuseIndexOfOthers(previous, record, ids: finished.order)
        let (index, files) = try assemble(previous, tell)
        let disk = run.pipeline.configuration.disk
        let publisher = SitePublisher(
            output: run.site.output, indexPath: run.site.indexPath, cache: disk, states: run.states,
            previousIndex: previous.files, now: now, manifest: run.manifestPath, remembers: false)
        let owned = record.files(with: previous.files)
        let plan = try PublicationPlan(
            output: run.site.output, indexPath: run.site.indexPath, files: files, owned: owned,
            trustsStatus: !run.options.checksum, original: { disk.data(for: $0) })
        preview.written = Set(plan.missing.keys)
        preview.replaced = Set(plan.replaced.keys)
        for file in plan.missing.values where file.content == .cached {
            if !disk.contains(file.digest, bytes: file.bytes) { preview.lost.insert(file.digest) }
        }
        for (name, file) in owned where plan.kept[name] == nil && plan.missing[name] == nil {
            if try publisher.fate(of: name, file, pruning) == .deleted { preview.deleted.append(name) }
        }
        if let former = record.index(elsewhereThan: run.site.indexPath), pruning != .keepAll,
            try FileSystem.status(of: former.path) == former.status
        {
            preview.deleted.append(former.path)
        }
        preview.writesIndex = try publisher.currentIndex() != index
        return preview
    }
}
