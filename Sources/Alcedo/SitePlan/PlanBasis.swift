import AlcedoBase

/// Common inputs for planning each source.
final class PlanBasis: Sendable {
    let ledger: Ledger
    let plans: PlanCache
    /// Identity of the engine; `nil` if there is no cache, and so nothing to compare with.
    let engine: ContentDigest?
    private let readIndex: @Sendable () -> PreviousIndex
    private let index = Locked<PreviousIndex?>(nil)

    init(
        ledger: Ledger, plans: PlanCache, engine: ContentDigest?,
        readIndex: @escaping @Sendable () -> PreviousIndex
    ) {
        self.ledger = ledger
        self.plans = plans
        self.engine = engine
        self.readIndex = readIndex
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
