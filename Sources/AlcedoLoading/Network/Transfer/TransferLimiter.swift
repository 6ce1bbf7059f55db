import AlcedoBase
import Foundation

/// Lets a limited number of transfers run, in all and for each host; the others wait in the order they came.
///
/// Somebody who waits for a busy host holds up nobody who wants another one.
final class TransferLimiter: Sendable {
    private struct State {
        var running = 0
        var runningByHost: [String: Int] = [:]
        /// Those who wait, oldest first. One that was cancelled stays in line and is gone from `waiters`.
        var line: [(ticket: UInt64, host: String)] = []
        var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var nextTicket: UInt64 = 0
    }

    private let total: Int
    private let perHost: Int
    private let state = Locked(State())

    init(total: Int, perHost: Int) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }

    /// How many have a place, and how many wait for one.
    var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running, $0.waiters.count) }
    }

    /// Runs `body` as soon as there is a place.
    /// - Throws: `CancellationError` when the task was cancelled while it waited, and what `body` throws.
    func withPlace<Value: Sendable>(
        for host: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await takePlace(for: host)
        defer { givePlaceBack(for: host) }
        return try await body()
    }

    private func takePlace(for host: String) async throws {
        let ticket = state.withLock { state -> UInt64 in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // The handler below may have run already and found nobody.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    // Whoever waits now waits for a host that is full, or all places are taken.
                    if hasPlace(for: host, state) {
                        occupy(host, &state)
                        return .success(())
                    }
                    state.line.append((ticket, host))
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

    private func givePlaceBack(for host: String) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.running -= 1
            let rest = (state.runningByHost[host] ?? 1) - 1
            state.runningByHost[host] = rest == 0 ? nil : rest
            state.line.removeAll { state.waiters[$0.ticket] == nil }
            guard let index = state.line.firstIndex(where: { hasPlace(for: $0.host, state) }) else {
                return nil
            }
            let next = state.line.remove(at: index)
            occupy(next.host, &state)
            return state.waiters.removeValue(forKey: next.ticket)
        }
        waiter?.resume()
    }

    private func hasPlace(for host: String, _ state: State) -> Bool {
        state.running < total && (state.runningByHost[host] ?? 0) < perHost
    }

    private func occupy(_ host: String, _ state: inout State) {
        state.running += 1
        state.runningByHost[host, default: 0] += 1
    }
}
