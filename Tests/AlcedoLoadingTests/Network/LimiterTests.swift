import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct LimiterTests {
    @Test(arguments: [(total: 16, perHost: 4, expected: 4), (total: 3, perHost: 4, expected: 3)])
    func aServerSeesNoMoreRequestsThanAllowed(total: Int, perHost: Int, expected: Int) async throws {
        let paths = (0..<12).map { "/\($0).png" }
        let reply = Reply.ok(picture()).after(.untilSimultaneous(expected))
        let server = try EvilServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, [reply]) }))
        let loader = HTTPLoader.local(
            .local {
                $0.total = total
                $0.perHost = perHost
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in paths {
                group.addTask { _ = try await loader.load(RemoteResource(url: server.url(path))) }
            }
            try await group.waitForAll()
        }
        #expect(server.maxSimultaneous == expected)
        #expect(server.requests.count == 12)
    }

    /// Fills a limiter with tasks that run until they are released, and records the order of their starts.
    private actor Bench {
        private let limiter: TaskLimiter
        private(set) var begun: [String] = []
        private var gates: [String: AsyncStream<Void>.Continuation] = [:]
        private var tasks: [String: Task<Void, any Error>] = [:]
        private var ended = 0

        init(total: Int, perHost: Int) {
            limiter = TaskLimiter(total: total, perKey: perHost)
        }

        func start(_ name: String, host: String) async throws {
            let (stream, gate) = AsyncStream<Void>.makeStream()
            gates[name] = gate
            tasks[name] = Task {
                try await limiter.withPlace(for: host) {
                    await self.note(name)
                    for await _ in stream {}
                }
            }
            try await settle()
        }

        private func note(_ name: String) { begun.append(name) }

        func end(_ name: String) async throws {
            gates[name]?.finish()
            try await tasks.removeValue(forKey: name)?.value
            ended += 1
            try await settle()
        }

        func cancel(_ name: String) async -> Bool {
            let task = tasks.removeValue(forKey: name)
            task?.cancel()
            do {
                try await task?.value
                return false
            } catch {
                return error is CancellationError
            }
        }

        // Until all tasks have a place or wait for one, and all tasks with a place have begun.
        private func settle() async throws {
            try await until { [self] in await isSettled }
        }

        private var isSettled: Bool {
            let (running, waiting) = limiter.load
            return running + waiting == tasks.count && begun.count == running + ended
        }
    }

    @Test func waitingTasksStartInOrder() async throws {
        let bench = Bench(total: 1, perHost: 1)
        for name in ["1", "2", "3", "4"] { try await bench.start(name, host: "a") }
        #expect(await bench.begun == ["1"])
        for name in ["1", "2", "3", "4"] { try await bench.end(name) }
        #expect(await bench.begun == ["1", "2", "3", "4"])
    }

    @Test func aBusyHostDoesNotDelayOthers() async throws {
        let bench = Bench(total: 3, perHost: 1)
        try await bench.start("a1", host: "a")
        try await bench.start("a2", host: "a")
        try await bench.start("b1", host: "b")
        #expect(await bench.begun == ["a1", "b1"])
        try await bench.start("b2", host: "b")
        try await bench.end("b1")
        #expect(await bench.begun == ["a1", "b1", "b2"])
        try await bench.end("a1")
        #expect(await bench.begun == ["a1", "b1", "b2", "a2"])
        for name in ["a2", "b2"] { try await bench.end(name) }
    }

    @Test func allHostsTogetherKeepToTheTotal() async throws {
        let bench = Bench(total: 2, perHost: 2)
        for name in ["a", "b", "c"] { try await bench.start(name, host: name) }
        #expect(await bench.begun == ["a", "b"])
        try await bench.end("a")
        #expect(await bench.begun == ["a", "b", "c"])
        for name in ["b", "c"] { try await bench.end(name) }
    }

    @Test func aTaskCancelledWhileWaitingLeavesTheQueue() async throws {
        let bench = Bench(total: 1, perHost: 1)
        for name in ["1", "2", "3"] { try await bench.start(name, host: "a") }
        #expect(await bench.cancel("2"))
        try await bench.end("1")
        #expect(await bench.begun == ["1", "3"])
        try await bench.end("3")
        try await bench.start("4", host: "a")
        #expect(await bench.begun == ["1", "3", "4"])
        try await bench.end("4")
    }
}
