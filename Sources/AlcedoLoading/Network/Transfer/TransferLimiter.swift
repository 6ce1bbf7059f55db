import AlcedoBase
import Foundation

/// Limits concurrent transfers, in total and per host; the others wait in order of arrival.
///
/// Waiting for a busy host does not block transfers from other hosts.
final class TransferLimiter: Sendable {
    private struct State {
        var running = 0
        var runningByHost: [String: Int] = [:]
        /// Waiting transfers, oldest first. A cancelled one stays here but is removed from `waiters`.
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

    /// The number of running and of waiting transfers.
    var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running, $0.waiters.count) }
    }

    /// Runs `body` as soon as a slot is free.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, and any error of `body`.
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
                    // The handler below may have run before there was a waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    // No waiter is overtaken: the hosts they wait for are full, or all slots are taken.
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
