import CVipsShims
import Foundation

/// A fixed number of threads that run blocking work: what should take longest first, equals in the order they arrive.
/// What is only help with something else comes when nothing else waits.
///
/// Work that waits is only the caller's suspended task, so the queue holds nothing of its own and is bounded by
/// the number of callers. `@unchecked Sendable`: every property that changes is read and written under `condition`.
final class WorkerThreads: @unchecked Sendable {
    private struct Item {
        let ticket: Int
        let expected: Double
        let isHelp: Bool
        let begin: () -> Void
        let cancel: () -> Void

        func goesBefore(_ other: Item) -> Bool {
            isHelp != other.isHelp ? other.isHelp : expected > other.expected
        }
    }

    private let count: Int
    private let condition = NSCondition()
    private var queue: [Item] = []
    // Tickets whose work has neither begun nor been given up, and those among them that were cancelled before they
    // were in the queue.
    private var open: Set<Int> = []
    private var cancelled: Set<Int> = []
    private var nextTicket = 0
    private var started = 0
    private var idle = 0
    private var stopped = false

    init(count: Int) {
        self.count = count
    }

    /// Runs `body` on one of the threads.
    ///
    /// - Parameters:
    ///   - expected: How long it should take, in seconds.
    ///   - ticket: By which it can be given up; see ``takeTicket()``.
    ///   - isHelp: Whether everything else goes first.
    /// - Throws: What `body` throws, or `CancellationError` when the task is cancelled before `body` has begun.
    func run<Value: Sendable>(
        expected: Double = 0, ticket: Int? = nil, isHelp: Bool = false,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let ticket = ticket ?? takeTicket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    Item(
                        ticket: ticket, expected: expected, isHelp: isHelp,
                        begin: { continuation.resume(with: Result(catching: body)) },
                        cancel: { continuation.resume(throwing: CancellationError()) }))
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// Whether something waits for a thread that is not only help.
    var hasWaiting: Bool { condition.withLock { queue.contains { !$0.isHelp } } }

    /// How many wait for a thread.
    var waiting: Int { condition.withLock { queue.count } }

    /// Lets the threads end when nothing is left to do.
    func stop() {
        condition.withLock {
            stopped = true
            condition.broadcast()
        }
    }

    /// A number that names one call of `run`.
    func takeTicket() -> Int {
        condition.withLock {
            nextTicket += 1
            open.insert(nextTicket)
            return nextTicket
        }
    }

    private func enqueue(_ item: Item) {
        let refused = condition.withLock {
            // The cancellation may have come before there was anything to cancel.
            if cancelled.remove(item.ticket) != nil { return true }
            queue.append(item)
            if queue.count > idle, started < count { startThread() }
            condition.signal()
            return false
        }
        if refused { item.cancel() }
    }

    /// Gives up what has not begun.
    func cancel(_ ticket: Int) {
        let waiting: Item? = condition.withLock {
            guard open.remove(ticket) != nil else { return nil }
            guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else {
                cancelled.insert(ticket)
                return nil
            }
            return queue.remove(at: index)
        }
        waiting?.cancel()
    }

    private func startThread() {
        started += 1
        let thread = Thread { [self] in work() }
        thread.name = "alcedo imaging \(started)"
        // Decoders recurse; the default of other threads is half a megabyte on some systems.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func work() {
        while let item = next() {
            item.begin()
            alcedo_vips_thread_done()
        }
    }

    private var longest: Int {
        var longest = 0
        for index in queue.indices where queue[index].goesBefore(queue[longest]) { longest = index }
        return longest
    }

    private func next() -> Item? {
        condition.withLock {
            idle += 1
            defer { idle -= 1 }
            while queue.isEmpty {
                if stopped { return nil }
                condition.wait()
            }
            // Few wait at a time, so a look at each costs nothing.
            let item = queue.remove(at: longest)
            open.remove(item.ticket)
            return item
        }
    }
}
