/// Runs work once for all callers that request it concurrently.
///
/// The work runs while at least one caller waits for it and is cancelled with the last. A cancelled caller returns at
/// once, whatever the work is doing. A request after the end or cancellation of the work starts it anew.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct Flight {
        /// The caller that started the flight; distinguishes a late completion from its successor's.
        let number: UInt64
        let task: Task<Void, Never>
        var waiters: [UInt64: Waiter]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var callers: UInt64 = 0
        /// Cancelled work that has not ended yet.
        var orphans: [UInt64: Task<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// Returns the number of callers that wait for the work with this key.
    package func waiters(for key: Key) -> Int {
        state.withLock { $0.flights[key]?.waiters.count ?? 0 }
    }

    /// Returns the result of `work`, or of the work already running for this key.
    /// - Throws: What `work` throws, or `CancellationError` when the calling task is cancelled.
    package func value(
        for key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let caller = state.withLock { state -> UInt64 in
            state.callers += 1
            return state.callers
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isCancelled = state.withLock { state -> Bool in
                    // The cancellation handler may have run before this waiter was registered.
                    if Task.isCancelled { return true }
                    if state.flights[key] == nil {
                        state.flights[key] = Flight(
                            number: caller, task: start(work, for: key, caller), waiters: [:])
                    }
                    state.flights[key]?.waiters[caller] = waiter
                    return false
                }
                if isCancelled { waiter.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            leave(key, caller)
        }
    }

    /// Waits until cancelled work has ended, also in a cancelled task.
    ///
    /// - Parameter limit: The longest wait; work that cannot be stopped may go on much longer.
    package func settle(within limit: Duration) async {
        let works = state.withLock { Array($0.orphans.values) }
        guard !works.isEmpty else { return }
        await withCheckedContinuation { done in
            let isOver = Locked(false)
            let end: @Sendable () -> Void = {
                if !isOver.withLock({ over in
                    defer { over = true }
                    return over
                }) {
                    done.resume()
                }
            }
            Task.detached {
                for work in works { await work.value }
                end()
            }
            Task.detached {
                // Nothing cancels this task.
                do { try await Task.sleep(for: limit) } catch {}
                end()
            }
        }
    }

    // Detached: the work belongs to all waiters, not to the task of the first.
    private func start(
        _ work: @escaping @Sendable () async throws -> Value, for key: Key, _ number: UInt64
    ) -> Task<Void, Never> {
        Task.detached {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            self.land(key, number, result)
        }
    }

    private func land(_ key: Key, _ number: UInt64, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            // Cancelled work has no waiters; a new flight may have replaced it.
            state.orphans[number] = nil
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private func leave(_ key: Key, _ caller: UInt64) {
        let (waiter, orphan) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: caller) else {
                return (nil, nil)
            }
            guard state.flights[key]?.waiters.isEmpty == true else { return (waiter, nil) }
            guard let flight = state.flights.removeValue(forKey: key) else { return (waiter, nil) }
            state.orphans[flight.number] = flight.task
            return (waiter, flight.task)
        }
        orphan?.cancel()
        waiter?.resume(throwing: CancellationError())
    }
}
