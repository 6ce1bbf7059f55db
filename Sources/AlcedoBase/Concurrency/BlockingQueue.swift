import Dispatch

/// Runs blocking work (files, hashing) off Swift's cooperative threads, a bounded number at a time.
///
/// A blocked cooperative thread delays all waiting tasks, and there are only as many threads as cores.
package final class BlockingQueue: Sendable {
    private struct State {
        var room: Int
        // In order of arrival, with the first at `next`.
        var waiting: [(@Sendable () -> Void)?] = []
        var next = 0

        /// Returns the next work, or makes room for another thread.
        mutating func takeOrLeave() -> (@Sendable () -> Void)? {
            guard next < waiting.count else {
                room += 1
                return nil
            }
            defer {
                waiting[next] = nil
                next += 1
                if next == waiting.count { (waiting, next) = ([], 0) }
            }
            return waiting[next]
        }
    }

    private let state: Locked<State>

    package init(width: Int) {
        state = Locked(State(room: max(1, width)))
    }

    /// Runs `body` when there is room and returns its result.
    /// - Throws: What `body` throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Runs `work` when there is room, without waiting for it.
    package func add(_ work: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            state.waiting.append(work)
            guard state.room > 0 else { return false }
            state.room -= 1
            return true
        }
        guard hasRoom else { return }
        DispatchQueue.global().async { [state] in
            while let work = state.withLock({ $0.takeOrLeave() }) { work() }
        }
    }
}
