import AlcedoBase

extension RetrieveProgress {
    /// Wraps a handler to receive each event at most once and in order: repeated work, such as reloading an original
    /// that the cache lost, is not a new step.
    static func eachOnce(
        _ progress: @escaping @Sendable (RetrieveProgress) -> Void
    ) -> @Sendable (RetrieveProgress) -> Void {
        let last = Locked(0)
        return { event in
            let isNew = last.withLock { last in
                defer { last = max(last, event.step) }
                return event.step > last
            }
            if isNew { progress(event) }
        }
    }

    private var step: Int {
        switch self {
        case .loading: 1
        case .loaded: 2
        case .processing: 3
        case .finished: 4
        }
    }
}
