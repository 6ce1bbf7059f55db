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
        let outcome = Outcome<Value>()
        await perform { outcome.set(Result { try body() }) }
        return try outcome.get()
    }

    private func perform(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.addOperation {
                work()
                continuation.resume()
            }
        }
    }
}
