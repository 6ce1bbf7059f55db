import AlcedoBase
import AlcedoRecipes

/// A fixed number of threads for blocking work: longest first, equals in order of arrival.
///
/// Waiting work is only the caller's suspended task, so the queue is bounded by the number of callers.
/// `@unchecked Sendable`: mutable state is read and written under `condition`.
package final class WorkerThreads: @unchecked Sendable {
    private struct Item {
        let ticket: Int
        let expected: Double
        let begin: () -> Void
        let cancel: () -> Void
    }

    private let count: Int
    private let start: @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool
    private let afterEach: @Sendable () -> Void
    private let condition = Condition()
    private var queue: [Item] = []
    private var nextTicket = 0
    private var started = 0
    private var idle = 0
    private var stopped = false

    /// - Parameters:
    ///   - start: Starts a thread; returns whether the system had one.
    ///   - afterEach: Called on the thread after each piece of work.
    package init(
        count: Int,
        start: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Bool = { name, body in
            // Decoders recurse.
            SystemThread.start(name: name, stackSize: 8 << 20, body)
        },
        afterEach: @escaping @Sendable () -> Void = {}
    ) {
        self.count = count
        self.start = start
        self.afterEach = afterEach
    }

    /// Runs `body` on one of the threads.
    ///
    /// - Parameter expected: The estimated duration in seconds.
    /// - Throws: What `body` throws, or `CancellationError` if the task is cancelled before `body` begins.
    package func run<Value: Sendable>(
        expected: Double = 0, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let ticket = condition.withLock {
            nextTicket += 1
            return nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    Item(
                        ticket: ticket, expected: expected,
                        begin: { continuation.resume(with: Result(catching: body)) },
                        cancel: { continuation.resume(throwing: CancellationError()) }))
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// The number of items waiting for a thread.
    var waiting: Int { condition.withLock { queue.count } }

    /// Lets the threads exit when nothing is left to do.
    package func stop() {
        condition.withLock {
            stopped = true
            condition.broadcast()
        }
    }

    private func enqueue(_ item: Item) {
        let (isCancelled, own) = condition.withLock { () -> (Bool, Item?) in
            // The cancellation handler may already have run, before there was an item.
            if Task.isCancelled { return (true, nil) }
            queue.append(item)
            if queue.count > idle, started < count, start("alcedo \(started + 1)", { [self] in work() }) {
                started += 1
            }
            condition.signal()
            // If the system has no thread at all, this one does the work.
            return (false, started == 0 ? queue.remove(at: longest) : nil)
        }
        if isCancelled { item.cancel() }
        own?.begin()
    }

    /// Cancels work that has not begun.
    private func cancel(_ ticket: Int) {
        let waiting = condition.withLock {
            queue.firstIndex { $0.ticket == ticket }.map { queue.remove(at: $0) }
        }
        waiting?.cancel()
    }

    private func work() {
        while let item = next() {
            item.begin()
            afterEach()
        }
    }

    private var longest: Int {
        var longest = 0
        // Few items wait at a time, so a linear search is cheap.
        for index in queue.indices where queue[index].expected > queue[longest].expected { longest = index }
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
            return queue.remove(at: longest)
        }
    }
}
