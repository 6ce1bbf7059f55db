import AlcedoBase
import AlcedoCache
import AlcedoIndex
import Foundation

extension SitePublication {
    /// What a publication would do, as far as it is known what there is to publish.
    struct Preview: Sendable {
        /// Names of files that would be written.
        var written: Set<String> = []
        /// Those of them in whose place something else of Alcedo's stands.
        var replaced: Set<String> = []
        /// The paths of those among them that another program has changed.
        var recoded: [String] = []
        /// Digests of files to write that the cache does not have.
        var lost: Set<ContentDigest> = []
        /// Names of files that would be deleted, and the path of an index that has another place now.
        var deleted: [String] = []
        /// The paths of what would be deleted if nobody had changed it.
        var foreign: [String] = []
        /// Whether an index is there.
        var hasIndex = false
        /// Whether the index would have other bytes than the one that is there.
        var writesIndex = false
        /// The index that would be there, as far as that is known.
        var index: Data?
    }

    /// Looks, and changes nothing.
    ///
    /// - Parameters:
    ///   - readIndex: Gives the index that the last build left.
    ///   - isPartial: Whether some files are not known yet.
    /// - Throws: ``NameCollisions``, ``SiteError``, ``ManifestMistakes``, or `FileSystemError`, as publishing would.
    func preview(
        _ readIndex: () -> PreviousIndex, isPartial: Bool, _ tell: (BuildEvent) -> Void
    ) throws -> Preview {
        var preview = Preview()
        if !isPartial, !finished.isSelection, !run.options.checksum, try isCurrent(fingerprint) {
            return preview
        }
        let record = self.record.record
        let previous = readIndex()
        try run.refuseIndexOfOthers(previous, record, ids: finished.order)
        let assembled = try assemble(previous, record, tell)
        let disk = run.pipeline.configuration.disk
        let publisher = SitePublisher(
            output: run.site.output, indexPath: run.site.indexPath, cache: disk, states: run.states,
            previousIndex: previous.files, now: now, manifest: run.manifestPath, remembers: false)
        let owned = record.files(with: previous.files)
        let plan = try PublicationPlan(
            output: run.site.output, indexPath: run.site.indexPath, files: assembled.files, owned: owned,
            trustsStatus: !run.options.checksum, isIndexRecorded: record.hasIndex(at: run.site.indexPath),
            original: { disk.data(for: $0) })
        preview.written = Set(plan.missing.keys)
        preview.replaced = Set(plan.replaced.keys)
        preview.recoded = plan.recoded
        for file in plan.missing.values where file.content == .cached {
            if !disk.contains(file.digest, bytes: file.bytes) { preview.lost.insert(file.digest) }
        }
        for (name, file) in owned where plan.kept[name] == nil && plan.missing[name] == nil {
            switch try publisher.fate(of: name, file, pruning) {
            case .deleted: preview.deleted.append(name)
            case .foreign: preview.foreign.append(run.site.output + "/" + name)
            case .absent, .waiting: break
            }
        }
        for former in record.indexes(elsewhereThan: run.site.indexPath) where pruning != .keepAll {
            switch try SitePublisher.fate(of: former) {
            case .deleted: preview.deleted.append(former.path)
            case .foreign: preview.foreign.append(former.path)
            case .absent, .waiting: break
            }
        }
        let index = SitePublisher.IndexText(assembled.index)
        preview.hasIndex = try FileSystem.status(of: run.site.indexPath)?.kind == .regular
        preview.writesIndex = try !publisher.isCurrent(index)
        preview.index = Data(index.pieces.joined())
        return preview
    }
}
