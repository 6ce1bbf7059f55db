import Foundation

/// Lets a bounded number of tasks through at a time, in the order in which they came.
final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
        var cancelled: Set<UInt64> = []
        var nextID: UInt64 = 0
    }

    // Every access to the state is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var state: State

    init(_ count: Int) {
        state = State(free: max(1, count))
    }

    /// Runs `body` when there is room.
    /// - Throws: `CancellationError` when the task is cancelled while it waits, or what `body` throws.
    func withPermit<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let id = lock.withLock {
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = lock.withLock {
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
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
            let waiter = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
                if let index = state.waiters.firstIndex(where: { $0.id == id }) {
                    return state.waiters.remove(at: index).continuation
                }
                state.cancelled.insert(id)
                return nil
            }
            waiter?.resume(throwing: CancellationError())
        }
        // A cancellation that came after the permit was given leaves its mark behind.
        lock.withLock { _ = state.cancelled.remove(id) }
    }

    private func release() {
        let next = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        next?.resume()
    }
}
