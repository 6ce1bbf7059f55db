import AlcedoBase
import AlcedoRecipes

/// Lets a number of threads proceed at a time, which may fall.
///
/// `@unchecked Sendable`: mutable state is read and written under `condition`.
final class WorkerTurns: @unchecked Sendable {
    private let condition = Condition()
    private var inside = 0
    private var maxInside = Int.max

    /// The number of threads that may proceed at a time.
    var limit: Int { condition.withLock { maxInside } }

    /// Lets no more than `limit` threads proceed at a time from now on. Those that are inside may finish.
    func reduce(to limit: Int) {
        condition.withLock { maxInside = min(maxInside, max(1, limit)) }
    }

    /// Waits for a turn, on a thread that may block.
    ///
    /// - Returns: Whether this is the only thread that may proceed.
    func enter() -> Bool {
        condition.withLock {
            while inside >= maxInside { condition.wait() }
            inside += 1
            return maxInside == 1
        }
    }

    func leave() {
        condition.withLock {
            inside -= 1
            condition.broadcast()
        }
    }
}
