import AlcedoBase

/// What every source of a plan is compared with.
final class PlanBasis: Sendable {
    let state: BuildState
    let plans: PlanCache
    /// The engine's identity; `nil` where there is no cache, so that nothing can be known of it.
    let engine: ContentDigest?
    private let readIndex: @Sendable () -> PreviousIndex
    private let index = Locked<PreviousIndex?>(nil)

    init(
        state: BuildState, plans: PlanCache, engine: ContentDigest?,
        readIndex: @escaping @Sendable () -> PreviousIndex
    ) {
        self.state = state
        self.plans = plans
        self.engine = engine
        self.readIndex = readIndex
    }

    /// The last build's index. It is read when somebody asks for it, which nobody does where nothing has changed.
    var previousIndex: PreviousIndex {
        index.withLock { index in
            let read = index ?? readIndex()
            index = read
            return read
        }
    }
}
