import AlcedoBase

/// Rewrites pages on a few threads of its own, so that one that takes long holds nothing else.
///
/// A version of a page is rewritten once for all requests at the same time, which share the result. A request does not wait
/// for longer than it is worth.
final class PageWorkshop<Key: Hashable & Sendable, Page: AnyObject & Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Page?, any Error>

    private struct Job {
        let work: @Sendable () throws -> Page
        var waiters: [Int: Waiter] = [:]
        /// Whether a request has not waited for it.
        var isLate = false
    }

    private struct Shared {
        weak var page: Page?
    }

    private struct State {
        var jobs: [Key: Job] = [:]
        /// Jobs that no thread has begun, the first first.
        var queue: [Key] = []
        var threads = 0
        var requests = 0
        /// Pages that are being sent.
        var shared: [Key: Shared] = [:]
        /// Pages that were not waited for, and are there the next time; the last ones.
        var late: [Page] = []
    }

    private let state = Locked(State())
    private let threads: Int
    private let patience: Duration
    private static var mostLate: Int { 4 }

    /// - Parameters:
    ///   - threads: How many pages are rewritten at the same time.
    ///   - patience: How long a request waits.
    init(threads: Int, patience: Duration) {
        self.threads = max(1, threads)
        self.patience = patience
    }

    /// Returns a page, or `nil` if it takes too long. Then the work goes on, for the next request.
    ///
    /// - Throws: What `work` throws, or `CancellationError`.
    func page(for key: Key, _ work: @escaping @Sendable () throws -> Page) async throws -> Page? {
        let request = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            give(up: request, key, .success(nil))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let known = state.withLock { state -> Result<Page?, any Error>? in
                    // The handler may have run before there was a waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let page = state.shared[key]?.page { return .success(page) }
                    if state.jobs[key] == nil {
                        state.jobs[key] = Job(work: work)
                        state.queue.append(key)
                    }
                    state.jobs[key]?.waiters[request] = waiter
                    return nil
                }
                if let known { waiter.resume(with: known) } else { startThread() }
            }
        } onCancel: {
            give(up: request, key, .failure(CancellationError()))
        }
    }

    /// Forgets pages of former versions.
    func forget() {
        state.withLock { state in
            state.shared = [:]
            state.late = []
        }
    }

    private func give(up request: Int, _ key: Key, _ result: Result<Page?, any Error>) {
        let waiter = state.withLock { state in
            guard let waiter = state.jobs[key]?.waiters.removeValue(forKey: request) else {
                return nil as Waiter?
            }
            state.jobs[key]?.isLate = true
            return waiter
        }
        waiter?.resume(with: result)
    }

    private func startThread() {
        let isNeeded = state.withLock { state in
            guard !state.queue.isEmpty, state.threads < threads else { return false }
            state.threads += 1
            return true
        }
        guard isNeeded else { return }
        // As large a stack as the main thread has: pages are nested.
        if SystemThread.start(name: "alcedo page", stackSize: 8 << 20, work) { return }
        // Another thread takes it, or nothing is waited for.
        let waiters = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [] as [Waiter] }
            defer { (state.queue, state.jobs) = ([], [:]) }
            return state.jobs.values.flatMap(\.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    @Sendable private func work() {
        while let (key, work) = next() {
            let result = Result { try work() }
            let waiters = state.withLock { state in
                let job = state.jobs.removeValue(forKey: key)
                if case .success(let page) = result {
                    state.shared = state.shared.filter { $0.value.page != nil }
                    state.shared[key] = Shared(page: page)
                    if job?.isLate == true { state.late = state.late.suffix(Self.mostLate - 1) + [page] }
                }
                return job.map { Array($0.waiters.values) } ?? []
            }
            for waiter in waiters { waiter.resume(with: result.map { $0 }) }
        }
    }

    /// Returns the next job. Those that are not waited for any more are left out.
    private func next() -> (Key, @Sendable () throws -> Page)? {
        state.withLock { state in
            while !state.queue.isEmpty {
                let key = state.queue.removeFirst()
                guard let job = state.jobs[key] else { continue }
                if !job.waiters.isEmpty { return (key, job.work) }
                state.jobs[key] = nil
            }
            state.threads -= 1
            return nil
        }
    }
}
