import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension BuildRun {
    /// Keeps the index that is about to be replaced, for reports, unless somebody else has changed it. A second link to the file
    /// costs nothing, however large it is.
    ///
    /// - Returns: Its digest; `nil` if it is not kept.
    func keepIndex(_ index: Ledger.Index?) -> ContentDigest? {
        guard remembers, let index, index.path == site.indexPath else { return nil }
        do {
            guard try FileSystem.status(of: index.path) == index.status else { return nil }
            try states.keep(index.path, digest: index.digest, bytes: index.status.size)
            return index.digest
        } catch {
            note(error)
            return nil
        }
    }

    /// Remembers what was published before.
    func noteChange(from index: ContentDigest?, to now: Ledger.Index?) {
        guard let index, let now, now.digest != index else { return }
        let change = LastChange(index: index, moment: Int(Date().timeIntervalSince1970 * 1e9))
        do {
            try states.storeState(change.bytes, named: LastChange.name(forOutput: site.output))
        } catch {
            note(error)
        }
    }
}
