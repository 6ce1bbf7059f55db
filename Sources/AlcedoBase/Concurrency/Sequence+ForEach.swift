extension Sequence where Self: Sendable, Element: Sendable {
    /// Runs `work` for each element, at most `limit` at a time, and passes each result to `collect` as it arrives.
    ///
    /// Elements are started in order. The first error of `work` cancels the rest and is thrown.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements worked on at once; at least one is.
    ///   - collect: Receives the results one after the other, in the order in which they arrive.
    package func forEach<Result: Sendable, Failure: Error>(
        limit: Int, _ work: @escaping @Sendable (Element) async throws(Failure) -> Result,
        collect: (Result) -> Void
    ) async throws(Failure) {
        // Results carry the errors, because a throwing group does not keep their type.
        let failure = await withTaskGroup(of: Swift.Result<Result, Failure>.self) { group -> Failure? in
            var elements = makeIterator()
            func start() {
                guard let element = elements.next() else { return }
                group.addTask {
                    do throws(Failure) {
                        return .success(try await work(element))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            for _ in 0..<Swift.max(1, limit) { start() }
            while let next = await group.next() {
                switch next {
                case .success(let result): collect(result)
                case .failure(let error):
                    group.cancelAll()
                    return error
                }
                start()
            }
            return nil
        }
        if let failure { throw failure }
    }
}
