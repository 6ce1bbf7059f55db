import CVipsShims
import Foundation

/// A fixed number of threads for blocking work: longest first, equals in order of arrival. Work that only helps
/// another job runs when nothing else is waiting.
///
/// Waiting work is only the caller's suspended task, so the queue is bounded by the number of callers.
/// `@unchecked Sendable`: mutable state is read and written under `condition`.
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
    // Tickets whose work has neither begun nor been cancelled, and tickets cancelled before their work was queued.
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
    ///   - expected: The estimated duration in seconds.
    ///   - ticket: Identifies the work for ``cancel(_:)``; see ``takeTicket()``.
    ///   - isHelp: Whether everything else goes first.
    /// - Throws: What `body` throws, or `CancellationError` if the task is cancelled before `body` begins.
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

    /// Whether work other than help is waiting for a thread.
    var hasWaiting: Bool { condition.withLock { queue.contains { !$0.isHelp } } }

    /// The number of items waiting for a thread.
    var waiting: Int { condition.withLock { queue.count } }

    /// Lets the threads exit when nothing is left to do.
    func stop() {
        condition.withLock {
            stopped = true
            condition.broadcast()
        }
    }

    /// Returns a number that identifies one call of `run`.
    func takeTicket() -> Int {
        condition.withLock {
            nextTicket += 1
            open.insert(nextTicket)
            return nextTicket
        }
    }

    private func enqueue(_ item: Item) {
        let refused = condition.withLock {
            // The cancellation may have arrived before the work.
            if cancelled.remove(item.ticket) != nil { return true }
            queue.append(item)
            if queue.count > idle, started < count { startThread() }
            condition.signal()
            return false
        }
        if refused { item.cancel() }
    }

    /// Cancels work that has not begun.
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
        // Decoders recurse, and the default stack of secondary threads is half a megabyte on some systems.
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
            // Few items wait at a time, so a linear search is cheap.
            let item = queue.remove(at: longest)
            open.remove(item.ticket)
            return item
        }
    }
}
