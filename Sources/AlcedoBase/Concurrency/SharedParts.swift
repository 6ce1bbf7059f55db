import Dispatch

/// Work in parts, of which each thread that has nothing else to do takes the next.
///
/// Some threads may begin with it while the others are busy; whoever wants to know what has come of it helps with what is
/// left. It blocks, so it is for work of which a task for each part would cost more, such as looking at files.
package final class SharedParts<Part: Sendable>: Sendable {
    private struct State {
        var next = 0
        var parts: [Part?]
        var failure: (number: Int, error: any Error)?
    }

    private let state: Locked<State>
    private let underWay = DispatchGroup()
    private let body: @Sendable (Int) throws -> Part

    /// Begins nothing yet.
    ///
    /// - Parameter body: Does the part with a number, on any thread. After it has thrown, no other part is begun.
    package init(count: Int, _ body: @escaping @Sendable (Int) throws -> Part) {
        state = Locked(State(parts: Array(repeating: nil, count: count)))
        self.body = body
    }

    /// Lets so many threads begin, if there are any.
    package func begin(threads: Int) {
        for _ in 0..<max(0, threads) { DispatchQueue.global().async { self.help() } }
    }

    /// What has come of the parts, in their order. The calling thread does its share.
    ///
    /// - Parameter threads: How many take part from now on.
    /// - Throws: What was thrown for the first part for which anything was.
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

    /// Does one part after the other, until there is none left to begin.
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
