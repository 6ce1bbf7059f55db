import Foundation
import Testing

@testable import AlcedoBase

@Suite(.timeLimit(.minutes(15))) struct AsyncSemaphoreTests {
    struct Failure: Error {}

    @Test(arguments: [(1, 1), (3, 3), (0, 1), (-5, 1)])
    func noMoreThanTheCountAreInsideAtATime(count: Int, bound: Int) async throws {
        let semaphore = AsyncSemaphore(count)
        let inside = Counter()
        let gate = Gate()
        let tasks = (0..<40).map { _ in
            Task {
                try await semaphore.withPermit {
                    inside.add()
                    await gate.pass()
                    for _ in 0..<5 { await Task.yield() }
                    inside.add(-1)
                }
            }
        }
        try await until { inside.value == bound && semaphore.waiting == 40 - bound }
        await gate.open()
        for task in tasks { try await task.value }
        #expect(inside.peak == bound)
        #expect(inside.value == 0)
    }

    @Test func theyComeInInTheOrderInWhichTheyAsked() async throws {
        let semaphore = AsyncSemaphore(1)
        let (gate, order) = (Gate(), Collected<Int>())
        var tasks = [Task { try await semaphore.withPermit { await gate.pass() } }]
        for number in 0..<20 {
            try await until { semaphore.waiting == number }
            // The first must be inside before the second asks.
            if number == 0 { try await inside(semaphore) }
            tasks.append(Task { try await semaphore.withPermit { order.add(number) } })
        }
        try await until { semaphore.waiting == 20 }
        await gate.open()
        for task in tasks { try await task.value }
        #expect(order.all == Array(0..<20))
    }

    /// Returns when somebody else holds the only permit: a probe has to wait then, and is called back.
    private func inside(_ semaphore: AsyncSemaphore) async throws {
        while true {
            let got = Counter()
            let probe = Task { try await semaphore.withPermit { _ = got.add() } }
            try await until { semaphore.waiting == 1 || got.value == 1 }
            probe.cancel()
            _ = await probe.result
            if got.value == 0 { return }
        }
    }

    @Test func aWaiterWhoIsCancelledGoesWithoutAPermit() async throws {
        let semaphore = AsyncSemaphore(1)
        let (gate, ran) = (Gate(), Counter())
        let holder = Task { try await semaphore.withPermit { await gate.pass() } }
        try await inside(semaphore)
        let waiters = (0..<3).map { _ in Task { try await semaphore.withPermit { _ = ran.add() } } }
        try await until { semaphore.waiting == 3 }
        waiters[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiters[1].value }
        #expect(semaphore.waiting == 2)
        await gate.open()
        try await holder.value
        try await waiters[0].value
        try await waiters[2].value
        #expect(ran.value == 2)
    }

    @Test func whoIsCancelledBeforehandDoesNotComeIn() async throws {
        let semaphore = AsyncSemaphore(1)
        let (start, ran) = (Gate(), Counter())
        let task = Task {
            await start.pass()
            try await semaphore.withPermit { _ = ran.add() }
        }
        task.cancel()
        await start.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ran.value == 0)
        try await semaphore.withPermit { _ = ran.add() }
        #expect(ran.value == 1)
    }

    @Test func anErrorGivesThePermitBack() async throws {
        let semaphore = AsyncSemaphore(1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await semaphore.withPermit { throw Failure() } }
        }
        #expect(try await semaphore.withPermit { 5 } == 5)
    }

    @Test func noPermitIsLostHoweverManyAreCancelled() async throws {
        let semaphore = AsyncSemaphore(4)
        let inside = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<800 {
                group.addTask {
                    let task = Task {
                        try await semaphore.withPermit {
                            inside.add()
                            for _ in 0..<number % 5 { await Task.yield() }
                            inside.add(-1)
                        }
                    }
                    for _ in 0..<number % 3 { await Task.yield() }
                    if number % 2 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(inside.peak <= 4)
        #expect(inside.value == 0)
        #expect(semaphore.waiting == 0)
        // All four are there still: four tasks can be inside together.
        let tasks = (0..<4).map { _ in
            Task {
                try await semaphore.withPermit {
                    inside.add()
                    try await until { inside.value == 4 }
                }
            }
        }
        for task in tasks { try await task.value }
    }
}
