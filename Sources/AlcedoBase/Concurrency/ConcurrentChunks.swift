extension RandomAccessCollection where Self: Sendable, Index == Int, SubSequence: Sendable {
    /// Returns the results of `body` for consecutive chunks of the collection, computed on all cores.
    ///
    /// - Parameters:
    ///   - size: The maximum number of elements in a chunk.
    ///   - body: Called on several threads.
    /// - Throws: The error of the first chunk for which `body` throws.
    package func concurrentChunks<Result: Sendable>(
        of size: Int = 2048, _ body: @escaping @Sendable (SubSequence) throws -> Result
    ) throws -> [Result] {
        try parts(of: size, body).results(threads: Machine.cores)
    }

    /// Returns the same work, not started yet. See ``concurrentChunks(of:_:)``.
    package func parts<Result: Sendable>(
        of size: Int, _ body: @escaping @Sendable (SubSequence) throws -> Result
    ) -> SharedParts<Result> {
        SharedParts(count: (count + size - 1) / size) { number in
            let start = startIndex + number * size
            return try body(self[start..<Swift.min(start + size, endIndex)])
        }
    }
}
