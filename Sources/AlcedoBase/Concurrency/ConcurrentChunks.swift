import Dispatch

extension Array where Element: Sendable {
    /// What `body` makes of parts of the array, in their order, with several threads at it.
    ///
    /// It blocks, and the calling thread does its share. For work on many elements each of which takes about a
    /// microsecond, such as looking at files, of which a task each would cost more.
    ///
    /// - Parameters:
    ///   - size: How many elements are in a part, at most.
    ///   - body: Is called on several threads. After it has thrown, no other part is begun.
    /// - Throws: What `body` throws for the first part for which it does.
    package func concurrentChunks<Result: Sendable>(
        of size: Int = 2048, _ body: @Sendable (ArraySlice<Element>) throws -> Result
    ) throws -> [Result] {
        if count <= size { return isEmpty ? [] : [try body(self[...])] }
        let starts = Array<Int>(stride(from: 0, to: count, by: size))
        let results = Locked<(found: [Int: Result], failures: [Int: any Error])>(([:], [:]))
        DispatchQueue.concurrentPerform(iterations: starts.count) { number in
            if results.withLock({ !$0.failures.isEmpty }) { return }
            let start = starts[number]
            do {
                let result = try body(self[start..<Swift.min(start + size, count)])
                results.withLock { $0.found[number] = result }
            } catch {
                results.withLock { $0.failures[number] = error }
            }
        }
        return try results.withLock { results in
            if let failure = results.failures.min(by: { $0.key < $1.key }) { throw failure.value }
            return starts.indices.compactMap { results.found[$0] }
        }
    }
}
