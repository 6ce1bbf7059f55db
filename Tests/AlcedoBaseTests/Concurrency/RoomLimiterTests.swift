import AlcedoBase
import Testing

@Suite(.timeLimit(.minutes(60))) struct RoomLimiterTests {
    /// The sum of what runs at the same time, and its maximum.
    private final class Load: Sendable {
        private let state = Locked((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }

        func run(_ size: Int) async {
            state.withLock { $0 = ($0.now + size, max($0.most, $0.now + size)) }
            for _ in 0..<10 { await Task.yield() }
            state.withLock { $0.now -= size }
        }
    }

    @Test func neverMoreThanThereIs() async throws {
        let (limiter, load) = (RoomLimiter(total: 10), Load())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let size = number % 7
                group.addTask { try await limiter.withRoom(of: size) { await load.run(size) } }
            }
            try await group.waitForAll()
        }
        #expect(load.most <= 10)
        #expect(load.most > 6)
    }

    @Test func whatIsLargerThanAllRunsAlone() async throws {
        let (limiter, load) = (RoomLimiter(total: 10), Load())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for size in [3, 100, 4, 100, .max - 1000] {
                group.addTask { try await limiter.withRoom(of: size) { await load.run(size) } }
            }
            try await group.waitForAll()
        }
        #expect(load.most == .max - 1000)
    }

    @Test func aTaskThatWaitsCanBeCancelledAndHoldsUpNobody() async throws {
        let limiter = RoomLimiter(total: 10)
        let (gate, entered) = (Gate(), Counter())
        let first = Task {
            try await limiter.withRoom(of: 9) {
                entered.add()
                await gate.pass()
            }
        }
        try await until { entered.value == 1 }
        let second = Task { try await limiter.withRoom(of: 5) {} }
        let third = Task { try await limiter.withRoom(of: 1) {} }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        try await third.value
        await gate.open()
        try await first.value
    }
}
