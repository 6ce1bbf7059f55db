/// A walk over sources: the same for a build and for a plan.
struct Walk: Sendable {
    /// How much it does.
    enum Effort: Sendable {
        /// Makes what is missing.
        case make
        /// Only finds out what is missing, and why.
        case look(PlanBasis)
        /// The same, but counts what is missing as made, for a preview.
        case foresee(PlanBasis)
    }

    let effort: Effort
    /// The last build's results, which are reused where nothing has changed.
    let ledger: Ledger
    let plans: PlanCache
    /// The parts to make of sources that several shards make, by the order of the source.
    var parts: [Int: OutputPart] = [:]
    var guardian: TimestampGuard?
    /// Whether the files of its sources are in neither the output nor the cache.
    var isAgain = false
    let tell: @Sendable (BuildEvent) -> Void

    /// What a plan or a preview compares with; `nil` in a build.
    var basis: PlanBasis? {
        switch effort {
        case .make: nil
        case .look(let basis), .foresee(let basis): basis
        }
    }

    /// Whether what is missing counts as made.
    var foresees: Bool { if case .foresee = effort { true } else { false } }
}
