import Dispatch

/// What a thread of its own computes while something else is done.
package final class Aside<Value: Sendable, Failure: Error>: Sendable {
    private let group = DispatchGroup()
    private let result = Locked<Result<Value, Failure>?>(nil)
    private let body: @Sendable () throws(Failure) -> Value

    /// Begins it.
    package init(_ body: @escaping @Sendable () throws(Failure) -> Value) {
        self.body = body
        DispatchQueue.global().async(group: group) { [result] in
            let computed = Result { () throws(Failure) in try body() }
            result.withLock { $0 = computed }
        }
    }

    /// What has come of it; whoever asks waits until it is there.
    package func value() throws(Failure) -> Value {
        group.wait()
        guard let computed = result.withLock({ $0 }) else { return try body() }
        return try computed.get()
    }
}
