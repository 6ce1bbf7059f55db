import Dispatch

extension RandomAccessCollection where Self: Sendable, Index == Int, SubSequence: Sendable {
    /// Returns the results of `body` for consecutive chunks of the collection, computed on all cores.
    ///
    /// It blocks threads, and is meant for work too small for a task per chunk, such as reading file statuses.
    ///
    /// - Parameters:
    ///   - size: The maximum number of elements in a chunk.
    ///   - body: Called on several threads. No chunk is started after it throws.
    /// - Throws: The error of the first chunk for which `body` throws.
    package func concurrentChunks<Result: Sendable>(
        of size: Int = 2048, _ body: @Sendable (SubSequence) throws -> Result
    ) throws -> [Result] {
        let chunks = stride(from: startIndex, to: endIndex, by: size).map { start in
            self[start..<Swift.min(start + size, endIndex)]
        }
        let state = Locked((next: 0, results: [Result?](repeating: nil, count: chunks.count)))
        let failure = Locked<(number: Int, error: any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: Swift.min(Machine.cores, chunks.count)) { _ in
            while failure.withLock({ $0 == nil }) {
                let number = state.withLock { state in
                    defer { state.next += 1 }
                    return state.next
                }
                guard number < chunks.count else { return }
                do {
                    let result = try body(chunks[number])
                    state.withLock { $0.results[number] = result }
                } catch {
                    failure.withLock { failure in
                        if failure.map({ number < $0.number }) ?? true { failure = (number, error) }
                    }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure.error }
        return state.withLock { $0.results.compactMap(\.self) }
    }
}

/// Returns the results of two closures, called at the same time, of which the first may use `concurrentChunks`.
///
/// - Throws: The error of the first, or else of the second.
package func concurrently<First: Sendable, Second: Sendable>(
    _ first: @Sendable () throws -> First, _ second: @Sendable () throws -> Second
) throws -> (First, Second) {
    try withoutActuallyEscaping(second) { second in
        let result = Locked<Result<Second, any Error>?>(nil)
        let group = DispatchGroup()
        // Within an iteration of concurrentPerform, another one would have to do with a single core.
        DispatchQueue.global().async(group: group) {
            let done = Result { try second() }
            result.withLock { $0 = done }
        }
        let done = Result { try first() }
        group.wait()
        // Unreachable: the block sets the result before it leaves the group, whatever the closure throws.
        guard let second = result.withLock({ $0 }) else {
            preconditionFailure("the group has waited for it")
        }
        return try (done.get(), second.get())
    }
}
