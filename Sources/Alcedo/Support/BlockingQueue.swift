import Foundation

/// Runs work that blocks (files, hashing) away from Swift's cooperative threads, a bounded number at a time.
///
/// A blocked cooperative thread holds up everything else that is waiting to run; there are only as many as cores.
final class BlockingQueue: Sendable {
    private let queue: OperationQueue

    init(width: Int) {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = max(1, width)
    }

    /// Runs `body` when there is room, and gives back what it gives back.
    /// - Throws: What `body` throws.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try body() }) }
        }
    }
}
