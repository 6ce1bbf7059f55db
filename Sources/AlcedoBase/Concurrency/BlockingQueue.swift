import Foundation

/// Runs blocking work (files, hashing) off Swift's cooperative threads, a bounded number at a time.
///
/// A blocked cooperative thread delays all waiting tasks, and there are only as many threads as cores.
package final class BlockingQueue: Sendable {
    private let queue: OperationQueue

    package init(width: Int) {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = max(1, width)
    }

    /// Runs `body` when there is room and returns its result.
    /// - Throws: What `body` throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try body() }) }
        }
    }
}
