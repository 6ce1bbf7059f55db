import Foundation

/// One transfer for everybody who wants the same thing at the same time.
///
/// Each caller can be cancelled alone and leaves at once; the transfer is cancelled when the last one has left.
/// Whoever comes after its end, or after it was given up, starts a new one.
final class SharedTransfers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        /// The caller that started it, by which a late end is told from that of a successor.
        let run: UInt64
        let task: Task<Void, Never>
        var callers: [UInt64: Caller]
    }

    /// Somebody who waits. The wait is for nothing, and the result is left beside it: generic code that waits for a
    /// value is miscompiled by Swift 6.3.1.
    private struct Caller {
        let outcome: Locked<Result<Value, any Error>?>
        let continuation: CheckedContinuation<Void, Never>

        func resume(with result: Result<Value, any Error>) {
            outcome.withLock { $0 = result }
            continuation.resume()
        }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var nextCaller: UInt64 = 0
    }

    private let state = Locked(State())

    /// The outcome of the transfer for `key` that is under way, or of a new one.
    /// - Throws: What `transfer` throws, and `CancellationError` when the calling task is cancelled.
    func value(for key: Key, transfer: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let caller = state.withLock { state -> UInt64 in
            defer { state.nextCaller += 1 }
            return state.nextCaller
        }
        let outcome = Locked<Result<Value, any Error>?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = Caller(outcome: outcome, continuation: continuation)
                let isCancelled = state.withLock { state -> Bool in
                    // The handler below may have run already and found nobody.
                    if Task.isCancelled { return true }
                    if state.entries[key] == nil {
                        let task = start(transfer, for: key, run: caller)
                        state.entries[key] = Entry(run: caller, task: task, callers: [caller: waiting])
                    } else {
                        state.entries[key]?.callers[caller] = waiting
                    }
                    return false
                }
                if isCancelled { waiting.resume(with: .failure(CancellationError())) }
            }
        } onCancel: {
            leave(caller, key)
        }
        guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    // Detached: it belongs to all callers, not to the task of the first.
    private func start(
        _ transfer: @escaping @Sendable () async throws -> Value, for key: Key, run: UInt64
    ) -> Task<Void, Never> {
        Task.detached {
            let result: Result<Value, any Error>
            do {
                result = .success(try await transfer())
            } catch {
                result = .failure(error)
            }
            self.finish(key, run: run, result)
        }
    }

    private func finish(_ key: Key, run: UInt64, _ result: Result<Value, any Error>) {
        let callers = state.withLock { state -> [Caller] in
            guard let entry = state.entries[key], entry.run == run else { return [] }
            state.entries[key] = nil
            return Array(entry.callers.values)
        }
        for caller in callers { caller.resume(with: result) }
    }

    private func leave(_ caller: UInt64, _ key: Key) {
        let (waiting, orphan) = state.withLock {
            state -> (Caller?, Task<Void, Never>?) in
            guard let left = state.entries[key]?.callers.removeValue(forKey: caller) else {
                return (nil, nil)
            }
            guard let entry = state.entries[key], entry.callers.isEmpty else { return (left, nil) }
            state.entries[key] = nil
            return (left, entry.task)
        }
        orphan?.cancel()
        waiting?.resume(with: .failure(CancellationError()))
    }
}
