import Foundation

/// Tasks wait until the gate is opened. Cancellation does not open it: it represents blocking work.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var current = 0
    nonisolated(unsafe) private var highest = 0

    var value: Int { lock.withLock { current } }
    var peak: Int { lock.withLock { highest } }

    @discardableResult
    func add(_ amount: Int = 1) -> Int {
        lock.withLock {
            current += amount
            highest = max(highest, current)
            return current
        }
    }
}

/// Collects from any thread.
final class Collected<Element: Sendable>: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var elements: [Element] = []

    var all: [Element] { lock.withLock { elements } }

    func add(_ element: Element) {
        lock.withLock { elements.append(element) }
    }
}

/// Yields until `condition` holds.
func until(_ condition: @Sendable () async -> Bool) async throws {
    while !(await condition()) {
        await Task.yield()
        try Task.checkCancellation()
    }
}
