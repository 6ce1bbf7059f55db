import AlcedoBase

/// The worker processes, the threads that communicate with them, and their shared memory budget.
struct WorkerCrew: Sendable {
    let pool: WorkerPool
    let memory: MemoryBudget
    let threads: WorkerThreads

    /// Runs a task on a thread that may block. Cancellation kills the worker of the task.
    ///
    /// - Parameters:
    ///   - expected: The expected duration in seconds.
    ///   - help: For help with another job, the ticket by which it can be cancelled before it starts.
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
