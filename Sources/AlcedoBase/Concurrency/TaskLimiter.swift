/// Limits concurrent tasks, in total and per key such as a key; the others wait in order of arrival.
///
/// Waiting for a busy key does not block tasks with other keys.
package final class TaskLimiter: Sendable {
    private struct State {
        var running = 0
        var runningByKey: [String: Int] = [:]
        /// Waiting tasks, oldest first. A cancelled one stays here but is removed from `waiters`.
        var line: [(ticket: UInt64, key: String)] = []
        var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var nextTicket: UInt64 = 0
    }

    private let total: Int
    private let perKey: Int
    private let state = Locked(State())

    /// - Parameter perKey: Maximum for each key; `nil` for no limit but `total`.
    package init(total: Int, perKey: Int? = nil) {
        self.total = max(1, total)
        self.perKey = max(1, perKey ?? total)
    }

    /// The number of running and of waiting tasks.
    package var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running, $0.waiters.count) }
    }

    /// Runs `body` as soon as a slot is free.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, and any error of `body`.
    package func withPlace<Value: Sendable>(
        for key: String = "", _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await takePlace(for: key)
        defer { givePlaceBack(for: key) }
        return try await body()
    }

    private func takePlace(for key: String) async throws {
        let ticket = state.withLock { state -> UInt64 in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // The handler below may have run before there was a waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    // No waiter is overtaken: the keys they wait for are full, or all slots are taken.
                    if hasPlace(for: key, state) {
                        occupy(key, &state)
                        return .success(())
                    }
                    state.line.append((ticket, key))
                    state.waiters[ticket] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func givePlaceBack(for key: String) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.running -= 1
            let rest = (state.runningByKey[key] ?? 1) - 1
            state.runningByKey[key] = rest == 0 ? nil : rest
            state.line.removeAll { state.waiters[$0.ticket] == nil }
            guard let index = state.line.firstIndex(where: { hasPlace(for: $0.key, state) }) else {
                return nil
            }
            let next = state.line.remove(at: index)
            occupy(next.key, &state)
            return state.waiters.removeValue(forKey: next.ticket)
        }
        waiter?.resume()
    }

    private func hasPlace(for key: String, _ state: State) -> Bool {
        state.running < total && (state.runningByKey[key] ?? 0) < perKey
    }

    private func occupy(_ key: String, _ state: inout State) {
        state.running += 1
        state.runningByKey[key, default: 0] += 1
    }
}
