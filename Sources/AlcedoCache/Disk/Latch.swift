import Foundation

/// Does something once and remembers that it worked.
final class Latch: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var isDone = false

    func once<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        if isDone { return }
        try body()
        isDone = true
    }

    func reset() {
        lock.withLock { isDone = false }
    }
}
