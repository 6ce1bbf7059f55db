import AlcedoBase

/// Runs an operation until it has succeeded once.
final class Latch: Sendable {
    private let isDone = Locked(false)

    func once<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try isDone.withLock { isDone throws(Failure) in
            if isDone { return }
            try body()
            isDone = true
        }
    }

    func reset() {
        isDone.withLock { $0 = false }
    }
}
