import AlcedoBase

/// Admits a bounded number of tasks at a time, in the order of their arrival.
package final class AsyncSemaphore: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var free: Int
        var waiters: [(id: UInt64, continuation: Waiter)] = []
        var nextID: UInt64 = 0
    }

    private let state: Locked<State>

    package init(_ count: Int) {
        state = Locked(State(free: max(1, count)))
    }

    /// The number of waiting tasks.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Runs `body` when a permit is available.
    /// - Throws: `CancellationError` if the task is cancelled while waiting, or what `body` throws.
    package func withPermit<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let id = state.withLock { state -> UInt64 in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiter) in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // The handler below may already have run, before there was a waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        next?.resume()
    }
}
