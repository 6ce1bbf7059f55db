import AlcedoBase
import AlcedoManifest

/// Common inputs for planning each source.
final class PlanBasis: Sendable {
    let ledger: Ledger
    let plans: PlanCache
    /// Identity of the engine; `nil` if there is no cache, and so nothing to compare with.
    let engine: ContentDigest?
    /// Facts of sources that were never built.
    let headers: HeaderMemory
    private let readIndex: @Sendable () -> PreviousIndex
    private let index = Locked<PreviousIndex?>(nil)

    init(_ run: BuildRun, _ ledger: Ledger, headers: HeaderMemory = HeaderMemory()) throws {
        self.ledger = ledger
        self.headers = headers
        plans = PlanCache(manifest: run.site.manifest)
        engine = try BuildRun.isFolder(run.site.cacheDirectory) ? run.pipeline.keys().engine : nil
        readIndex = {
            do {
                return try PreviousIndex(
                    path: run.site.indexPath, output: ledger.output, in: run.formerIndexes)
            } catch {
                // The preview of the publication reports it.
                return PreviousIndex(noneAt: run.site.indexPath)
            }
        }
    }

    /// The last build's index, read on first use; not needed if nothing has changed.
    var previousIndex: PreviousIndex {
        index.withLock { index in
            let read = index ?? readIndex()
            index = read
            return read
        }
    }
}
