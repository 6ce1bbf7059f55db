import Dispatch

/// What a thread of its own computes while something else is done.
///
/// If there is no thread for it before somebody asks, whoever asks computes it: on a busy machine nobody waits for a thread.
package final class Aside<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        var isClaimed = false
        var result: Result<Value, Failure>?
    }

    private let group = DispatchGroup()
    private let state = Locked(State())
    private let body: @Sendable () throws(Failure) -> Value

    /// Begins it.
    package init(_ body: @escaping @Sendable () throws(Failure) -> Value) {
        self.body = body
        DispatchQueue.global().async(group: group) { self.compute() }
    }

    /// What has come of it; whoever asks waits until it is there.
    package func value() throws(Failure) -> Value {
        if !compute() { group.wait() }
        // Of two who ask at once, one may have found that the other is at it.
        guard let result = state.withLock({ $0.result }) else { return try body() }
        return try result.get()
    }

    /// Computes it, unless that has been begun.
    @discardableResult
    private func compute() -> Bool {
        let isMine = state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
        guard isMine else { return false }
        let result = Result { () throws(Failure) in try body() }
        state.withLock { $0.result = result }
        return true
    }
}
