import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest
import Foundation

extension SitePublication {
    /// Actions that a publication would take, as far as they are known.
    struct Preview: Sendable {
        var written: Set<String> = []
        /// Names of files to write that replace another file of Alcedo's.
        var replaced: Set<String> = []
        /// Paths of files to replace that another program has changed.
        var recoded: [String] = []
        /// Digests of files to write that are not in the cache.
        var lost: Set<ContentDigest> = []
        /// Names of files to delete, and the path of a former index.
        var deleted: [String] = []
        /// Paths of files that are no longer needed, but are left because they were changed.
        var foreign: [String] = []
        /// Whether an index exists already.
        var hasIndex = false
        /// Whether the new index differs from the existing one.
        var writesIndex = false
        /// Bytes of the new index, as far as they are known.
        var index: Data?
    }

    /// Previews the publication without changing anything.
    ///
    /// - Parameters:
    ///   - isPartial: Whether some files are not known yet.
    /// - Throws: ``NameCollisions``, ``SiteError``, ``ManifestMistakes``, or `FileSystemError`, as publishing would.
    func preview(
        isPartial: Bool, _ tell: (BuildEvent) -> Void
    ) throws -> Preview {
        var preview = Preview()
        if !isPartial, !finished.isSelection, !run.options.checksum, try isCurrent(fingerprint) {
            return preview
        }
        let assembled = try assemble(tell)
        let disk = run.pipeline.configuration.disk
        let publisher = publisher()
        let plan = try plan(assembled, publisher)
        preview.written = Set(plan.missing.keys)
        preview.replaced = Set(plan.replaced.keys)
        preview.recoded = plan.recoded
        for file in plan.missing.values where file.content == .cached {
            if !disk.contains(file.digest, bytes: file.bytes) { preview.lost.insert(file.digest) }
        }
        for name in plan.orphans {
            guard let file = plan.intended.files[name] else { continue }
            switch try publisher.fate(of: name, file, pruning) {
            case .deleted: preview.deleted.append(name)
            case .foreign: preview.foreign.append(run.site.output + "/" + name)
            case .absent, .waiting: break
            }
        }
        for former in plan.intended.formerIndexes where pruning != .keepAll {
            switch try SitePublisher.fate(of: former) {
            case .deleted: preview.deleted.append(former.path)
            case .foreign: preview.foreign.append(former.path)
            case .absent, .waiting: break
            }
        }
        preview.hasIndex = try FileSystem.status(of: run.site.indexPath)?.kind == .regular
        preview.writesIndex = plan.writesIndex
        preview.index = Data(assembled.index.joined())
        return preview
    }
}
