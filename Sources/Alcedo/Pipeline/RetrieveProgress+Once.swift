import AlcedoBase

extension RetrieveProgress {
    /// Events in the order of their declaration, and each once: what is done again, such as loading an original that the
    /// cache lost meanwhile, is no further step.
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
