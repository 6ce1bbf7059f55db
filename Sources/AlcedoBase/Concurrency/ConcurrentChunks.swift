extension RandomAccessCollection where Self: Sendable, Index == Int, SubSequence: Sendable {
    /// What `body` makes of parts of the collection, with all cores at it.
    ///
    /// - Parameters:
    ///   - size: How many elements are in a part, at most.
    ///   - body: Is called on several threads.
    /// - Throws: What `body` throws for the first part for which it does.
    package func concurrentChunks<Result: Sendable>(
        of size: Int = 2048, _ body: @escaping @Sendable (SubSequence) throws -> Result
    ) throws -> [Result] {
        try parts(of: size, body).results(threads: Machine.cores)
    }

    /// The same as work that others begin. See ``concurrentChunks(of:_:)``.
    package func parts<Result: Sendable>(
        of size: Int, _ body: @escaping @Sendable (SubSequence) throws -> Result
    ) -> SharedParts<Result> {
        SharedParts(count: (count + size - 1) / size) { number in
            let start = startIndex + number * size
            return try body(self[start..<Swift.min(start + size, endIndex)])
        }
    }
}
