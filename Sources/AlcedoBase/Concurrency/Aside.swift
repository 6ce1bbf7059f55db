import Dispatch

/// A value that is computed in the background.
///
/// If no thread has started on it when it is requested, the caller computes it instead of waiting for a thread.
package final class Aside<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        var isClaimed = false
        var result: Result<Value, Failure>?
    }

    private let group = DispatchGroup()
    private let state = Locked(State())
    private let body: @Sendable () throws(Failure) -> Value

    /// Starts the computation.
    package init(_ body: @escaping @Sendable () throws(Failure) -> Value) {
        self.body = body
        DispatchQueue.global().async(group: group) { self.compute() }
    }

    /// Returns the value, waiting for it if necessary.
    package func value() throws(Failure) -> Value {
        if !compute() { group.wait() }
        // Another caller may still be computing it, which `group` does not cover: compute it here as well.
        guard let result = state.withLock({ $0.result }) else { return try body() }
        return try result.get()
    }

    /// Computes the value unless another thread has claimed it.
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
