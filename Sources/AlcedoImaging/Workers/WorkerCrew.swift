import AlcedoBase

/// Worker processes, the threads that talk to them, and the memory that they share.
struct WorkerCrew: Sendable {
    let pool: WorkerPool
    let memory: MemoryBudget
    let threads: WorkerThreads

    /// Runs a task on a thread that may wait; cancelling ends the worker that is at it.
    ///
    /// - Parameters:
    ///   - expected: How long it should take, in seconds.
    ///   - help: If it is only help with something else, by what it is given up before it has begun.
    /// - Throws: What `body` throws, or `CancellationError`.
    func perform<Value: Sendable>(
        expected: Double, help ticket: Int? = nil, _ body: @escaping @Sendable (WorkerTask) throws -> Value
    ) async throws -> Value {
        let task = WorkerTask(pool: pool, memory: memory)
        return try await withTaskCancellationHandler {
            try await threads.run(expected: expected, ticket: ticket, isHelp: ticket != nil) {
                try body(task)
            }
        } onCancel: {
            task.cancel()
        }
    }
}
