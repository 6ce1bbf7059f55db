import Foundation

/// Where work leaves its result for whoever waits for it.
///
/// Generic code here waits for `Void` and takes the result from such a place. A release build (Swift 6.3.1, Linux)
/// that waits for a generic value in a closure frees a task's memory out of order when the closure is specialised:
/// the runtime stops with "freed pointer was not the last allocation".
final class Outcome<Value: Sendable>: Sendable {
    // Every access to the result is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) {
        lock.withLock { self.result = result }
    }

    /// - Throws: What the work threw, or `CancellationError` if there is no result.
    func get() throws -> Value {
        guard let result = lock.withLock({ result }) else { throw CancellationError() }
        return try result.get()
    }
}
