import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension BuildRun {
    /// Stores the index that is about to be replaced, for reports, unless another program has changed it. Linking the file takes the
    /// same time for every size.
    ///
    /// - Returns: Its digest; `nil` if it is not kept.
    func keepIndex(_ index: Ledger.Index?) -> ContentDigest? {
        guard remembers, let index, index.path == site.indexPath else { return nil }
        do {
            guard try FileSystem.status(of: index.path) == index.status else { return nil }
            try states.keep(index.path, digest: index.digest, bytes: index.status.size)
            return index.digest
        } catch {
            // Only a report misses it. What else is wrong with the cache, the build itself finds out.
            return nil
        }
    }

    /// Remembers what was published before, and forgets what was before that: an index of many pictures has megabytes.
    func noteChange(from index: ContentDigest?, to now: Ledger.Index?) {
        guard let index, let now, now.digest != index else { return }
        let change = LastChange(index: index, moment: Int(Date().timeIntervalSince1970 * 1e9))
        do {
            let name = LastChange.name(forOutput: site.output)
            let isLater = states.hasState(named: name)
            let earlier = isLater ? LastChange(stored: states.loadFields(named: name)) : nil
            try states.storeState(change.bytes, named: name)
            if let earlier, earlier.index != index { try states.remove(earlier.index) }
        } catch {
            note(error)
        }
    }
}
