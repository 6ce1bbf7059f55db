/// Limits the sum of what concurrent tasks need, such as bytes of memory; the others wait in order of arrival.
///
/// A task that needs more than there is runs alone.
package final class RoomLimiter: Sendable {
    private struct State {
        var used = 0
        /// Waiting tasks, oldest first.
        var line: [(ticket: UInt64, size: Int, waiter: CheckedContinuation<Void, any Error>)] = []
        var nextTicket: UInt64 = 0
    }

    private let total: Int
    private let state = Locked(State())

    /// - Parameter total: Maximum of all tasks together.
    package init(total: Int) {
        self.total = max(1, total)
    }

    /// Runs `body` as soon as there is room.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, and any error of `body`.
    package func withRoom<Value: Sendable>(
        of size: Int, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let size = min(max(0, size), total)
        try await enter(size)
        defer { leave(size) }
        return try await body()
    }

    private func enter(_ size: Int) async throws {
        let ticket = state.withLock { state -> UInt64 in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // The handler below may have run before there was a waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.line.isEmpty, state.used + size <= total {
                        state.used += size
                        return .success(())
                    }
                    state.line.append((ticket, size, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let place = state.line.firstIndex(where: { $0.ticket == ticket }) else { return nil }
                return state.line.remove(at: place).waiter
            }
            waiter?.resume(throwing: CancellationError())
            admit()
        }
    }

    private func leave(_ size: Int) {
        state.withLock { $0.used -= size }
        admit()
    }

    private func admit() {
        let admitted = state.withLock { state in
            var admitted: [CheckedContinuation<Void, any Error>] = []
            while let next = state.line.first, state.used + next.size <= total {
                state.used += next.size
                admitted.append(state.line.removeFirst().waiter)
            }
            return admitted
        }
        for waiter in admitted { waiter.resume() }
    }
}
