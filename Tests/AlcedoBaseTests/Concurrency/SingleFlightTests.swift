import Foundation
import Testing

@testable import AlcedoBase

@Suite(.timeLimit(.minutes(60))) struct SingleFlightTests {
    struct Failure: Error, Equatable {}

    let flights = SingleFlight<String, Int>()
    let runs = Counter()
    let gate = Gate()

    func start(_ key: String = "k", gate: Gate? = nil, _ value: Int = 7) -> Task<Int, any Error> {
        let (flights, runs, gate) = (flights, runs, gate ?? self.gate)
        return Task {
            try await flights.value(for: key) {
                runs.add()
                await gate.pass()
                return value
            }
        }
    }

    @Test func concurrentCallersShareOneResult() async throws {
        let callers = (0..<50).map { _ in start() }
        try await until { flights.waiters(for: "k") == 50 }
        await gate.open()
        for caller in callers { #expect(try await caller.value == 7) }
        #expect(runs.value == 1)
        #expect(flights.waiters(for: "k") == 0)
    }

    @Test func differentKeysAreDifferentWork() async throws {
        let callers = [start("a", 1), start("b", 2)]
        await gate.open()
        #expect(try await callers[0].value == 1)
        #expect(try await callers[1].value == 2)
        #expect(runs.value == 2)
    }

    @Test func laterCallsRepeatTheWork() async throws {
        await gate.open()
        #expect(try await start("k", 1).value == 1)
        #expect(try await start("k", 2).value == 2)
        #expect(runs.value == 2)
    }

    @Test func errorsAreSharedButNotCached() async throws {
        let (flights, runs, gate) = (flights, runs, gate)
        let callers = (0..<5).map { _ in
            Task {
                try await flights.value(for: "k") {
                    runs.add()
                    await gate.pass()
                    throw Failure()
                }
            }
        }
        try await until { flights.waiters(for: "k") == 5 }
        await gate.open()
        for caller in callers { await #expect(throws: Failure.self) { try await caller.value } }
        #expect(runs.value == 1)
        #expect(try await start().value == 7)
    }

    @Test func cancellingOneOfTwoCallersLeavesTheOtherItsResult() async throws {
        let (first, second) = (start(), start())
        try await until { flights.waiters(for: "k") == 2 }
        first.cancel()
        // The work is still waiting at the gate.
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(flights.waiters(for: "k") == 1)
        await gate.open()
        #expect(try await second.value == 7)
        #expect(runs.value == 1)
    }

    @Test func theWorkIsCancelledWithItsLastCaller() async throws {
        let (flights, cancelled, started) = (flights, Counter(), Counter())
        let callers = (0..<3).map { _ in
            Task {
                try await flights.value(for: "k") {
                    started.add()
                    while !Task.isCancelled { await Task.yield() }
                    cancelled.add()
                    throw CancellationError()
                }
            }
        }
        try await until { flights.waiters(for: "k") == 3 && started.value == 1 }
        callers[0].cancel()
        callers[1].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        await #expect(throws: CancellationError.self) { try await callers[1].value }
        #expect(cancelled.value == 0)
        callers[2].cancel()
        await #expect(throws: CancellationError.self) { try await callers[2].value }
        try await until { cancelled.value == 1 }
    }

    @Test func laterCallersDoNotGetTheResultOfAbandonedWork() async throws {
        let old = Gate()
        let first = start(gate: old, 1)
        try await until { runs.value == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = start("k", 2)
        try await until { runs.value == 2 }
        await old.open()
        await gate.open()
        #expect(try await second.value == 2)
    }

    @Test func aCancelledCallerStartsNothing() async throws {
        let (flights, runs, start) = (flights, runs, Gate())
        let task = Task {
            await start.pass()
            return try await flights.value(for: "k") { runs.add() }
        }
        task.cancel()
        await start.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(runs.value == 0)
    }

    @Test func cancelledWorkIsWaitedFor() async throws {
        let (flights, ended, settled) = (flights, Counter(), Counter())
        let gate = gate
        let caller = Task {
            try await flights.value(for: "k") {
                await gate.pass()
                ended.add()
                return 1
            }
        }
        try await until { flights.waiters(for: "k") == 1 }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        // It ends in spite of the work, which cannot be stopped.
        await flights.settle(within: .milliseconds(10))
        #expect(ended.value == 0)
        let waiter = Task {
            await flights.settle(within: .seconds(3600))
            settled.add()
            return ended.value
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(settled.value == 0)
        await gate.open()
        #expect(await waiter.value == 1)
        // Nothing is left to be waited for.
        await flights.settle(within: .seconds(3600))
    }

    @Test func everyCallerOfManyIsAnswered() async throws {
        let (flights, runs) = (flights, runs)
        let outcomes = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                group.addTask {
                    let task = Task {
                        try await flights.value(for: "\(number % 7)") {
                            runs.add()
                            for _ in 0..<number % 11 { await Task.yield() }
                            return number % 7
                        }
                    }
                    if number % 3 == 0 { task.cancel() }
                    switch await task.result {
                    case .success(let value): #expect(value == number % 7)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                    outcomes.add()
                }
            }
        }
        #expect(outcomes.value == 600)
        for key in 0..<7 { #expect(flights.waiters(for: "\(key)") == 0) }
    }
}
