import AlcedoBase

/// What every source of a plan is compared with.
final class PlanBasis: Sendable {
    let state: BuildState
    let previousIndex: PreviousIndex
    let plans: PlanCache
    /// The engine's identity; `nil` where there is no cache, so that nothing can be known of it.
    let engine: ContentDigest?

    init(state: BuildState, previousIndex: PreviousIndex, plans: PlanCache, engine: ContentDigest?) {
        self.state = state
        self.previousIndex = previousIndex
        self.plans = plans
        self.engine = engine
    }
}
