import Dispatch

/// Work divided into parts, of which each idle thread takes the next.
///
/// Threads can start on it while others are still busy; the caller that requests the results helps with the remaining
/// parts. It blocks threads, and is meant for work too small for a task per part, such as reading file statuses.
package final class SharedParts<Part: Sendable>: Sendable {
    private struct State {
        var next = 0
        var parts: [Part?]
        var failure: (number: Int, error: any Error)?
    }

    private let state: Locked<State>
    private let underWay = DispatchGroup()
    private let body: @Sendable (Int) throws -> Part

    /// Creates the work without starting it.
    ///
    /// - Parameter body: Computes the part with the given number, on any thread. No part is started after it throws.
    package init(count: Int, _ body: @escaping @Sendable (Int) throws -> Part) {
        state = Locked(State(parts: Array(repeating: nil, count: count)))
        self.body = body
    }

    /// Starts up to `threads` background threads, as they become available.
    package func begin(threads: Int) {
        for _ in 0..<max(0, threads) { DispatchQueue.global().async { self.help() } }
    }

    /// Returns the results in the order of the parts. The calling thread takes part in the work.
    ///
    /// - Parameter threads: The number of threads that work on the remaining parts.
    /// - Throws: The error of the first part that failed.
    package func results(threads: Int) throws -> [Part] {
        let left = state.withLock { $0.parts.count - $0.next }
        if min(threads, left) > 1 {
            DispatchQueue.concurrentPerform(iterations: min(threads, left)) { _ in help() }
        } else {
            help()
        }
        underWay.wait()
        return try state.withLock { state in
            if let failure = state.failure { throw failure.error }
            return state.parts.compactMap(\.self)
        }
    }

    /// Computes parts until none is left to start.
    private func help() {
        while let number = take() {
            defer { underWay.leave() }
            do {
                let part = try body(number)
                state.withLock { $0.parts[number] = part }
            } catch {
                state.withLock { state in
                    if state.failure.map({ number < $0.number }) ?? true { state.failure = (number, error) }
                }
            }
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.failure == nil, state.next < state.parts.count else { return nil }
            defer { state.next += 1 }
            underWay.enter()
            return state.next
        }
    }
}
