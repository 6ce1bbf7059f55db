import Foundation

/// Does the same work once for everybody who asks for it while it is being done.
///
/// The work goes on while anybody waits for it, and is cancelled with the last of them. Who is cancelled waits no
/// longer, whatever the work is doing.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        var number: UInt64
        var task: Task<Void, Never>
        var waiters: [UInt64: Waiter]
    }

    private struct Waiter {
        var outcome: Outcome<Value>
        var continuation: CheckedContinuation<Void, Never>

        func resume(with result: Result<Value, any Error>) {
            outcome.set(result)
            continuation.resume()
        }
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        // Callers that were cancelled before they were waiting, or after they had been answered.
        var cancelled: Set<UInt64> = []
        var count: UInt64 = 0

        mutating func number() -> UInt64 {
            count += 1
            return count
        }
    }

    // Every access to the state is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()

    /// How many callers wait for the work with this key.
    func waiters(for key: Key) -> Int {
        lock.withLock { state.flights[key]?.waiters.count ?? 0 }
    }

    /// The result of `work`, or of the same work that is under way already.
    /// - Throws: What `work` throws, or `CancellationError`.
    func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let caller = lock.withLock { state.number() }
        defer { lock.withLock { _ = state.cancelled.remove(caller) } }
        let outcome = Outcome<Value>()
        let enter: @Sendable (CheckedContinuation<Void, Never>) -> Void = { continuation in
            let waiter = Waiter(outcome: outcome, continuation: continuation)
            let isCancelled = self.lock.withLock {
                if self.state.cancelled.remove(caller) != nil { return true }
                self.join(caller, waiter, key, work)
                return false
            }
            // There is no result, which is a cancellation.
            if isCancelled { continuation.resume() }
        }
        await waitToBeResumed(enter: enter, onCancel: { self.leave(key, caller) })
        return try outcome.get()
    }

    /// To be called inside the lock.
    private func join(
        _ caller: UInt64, _ waiter: Waiter, _ key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) {
        if state.flights[key] != nil {
            state.flights[key]?.waiters[caller] = waiter
            return
        }
        let number = state.number()
        let task = Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            self.land(key, number, result)
        }
        state.flights[key] = Flight(number: number, task: task, waiters: [caller: waiter])
    }

    private func land(_ key: Key, _ number: UInt64, _ result: Result<Value, any Error>) {
        let waiters = lock.withLock { () -> [Waiter] in
            // Nobody waits for work that was cancelled; another flight may have taken its place.
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private func leave(_ key: Key, _ caller: UInt64) {
        let (waiter, task) = lock.withLock {
            () -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: caller) else {
                state.cancelled.insert(caller)
                return (nil, nil)
            }
            guard state.flights[key]?.waiters.isEmpty == true else { return (waiter, nil) }
            return (waiter, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        waiter?.continuation.resume()
    }
}

/// Waits until the continuation that `enter` is given is resumed.
private func waitToBeResumed(
    enter: @Sendable (CheckedContinuation<Void, Never>) -> Void, onCancel: @escaping @Sendable () -> Void
) async {
    await withTaskCancellationHandler {
        await withCheckedContinuation { enter($0) }
    } onCancel: {
        onCancel()
    }
}
