/// Does the same work once for everybody who asks for it while it is being done.
///
/// The work goes on while anybody waits for it, and is cancelled with the last of them.
actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        var task: Task<Value, any Error>
        var waiters: Int
        var number: UInt64
    }

    private var flights: [Key: Flight] = [:]
    private var count: UInt64 = 0

    /// The result of `work`, or of the same work that is under way already.
    /// - Throws: What `work` throws, or `CancellationError`.
    func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let flight: Flight
        if var running = flights[key] {
            running.waiters += 1
            flights[key] = running
            flight = running
        } else {
            count += 1
            flight = Flight(task: Task(operation: work), waiters: 1, number: count)
            flights[key] = flight
        }
        let number = flight.number
        defer { land(key, number) }
        return try await withTaskCancellationHandler {
            let value = try await flight.task.value
            try Task.checkCancellation()
            return value
        } onCancel: {
            Task { await self.leave(key, number) }
        }
    }

    private func land(_ key: Key, _ number: UInt64) {
        if flights[key]?.number == number { flights[key] = nil }
    }

    private func leave(_ key: Key, _ number: UInt64) {
        guard var flight = flights[key], flight.number == number else { return }
        flight.waiters -= 1
        if flight.waiters == 0 {
            flight.task.cancel()
            flights[key] = nil
        } else {
            flights[key] = flight
        }
    }
}
