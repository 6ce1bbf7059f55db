import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct WorkerThreadsTests {
    /// A thread that is blocked until the gate opens, and then does the queued work.
    private func gathered(
        _ gather: (WorkerThreads, inout TaskGroup<Void>, Locked<[String]>) async -> Void
    ) async -> [String] {
        let threads = WorkerThreads(count: 1)
        defer { threads.stop() }
        let diary = Locked<[String]>([])
        let gate = DispatchSemaphore(value: 0)
        let (began, tell) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await note {
                    try await threads.run {
                        tell.yield()
                        gate.wait()
                    }
                }
            }
            for await _ in began { break }
            await gather(threads, &group, diary)
            gate.signal()
        }
        return diary.withLock { $0 }
    }

    @Test func withoutAThreadTheCallerDoesTheWork() async throws {
        let threads = WorkerThreads(count: 2) { _, _ in false }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...10 { group.addTask { try await threads.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 55 && threads.waiting == 0)
    }

    @Sendable private func note(_ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // Cancelled, as intended.
        } catch {
            Issue.record(error)
        }
    }

    /// Queues work and waits until `count` items are queued.
    private func add(
        _ name: String, _ threads: WorkerThreads, _ group: inout TaskGroup<Void>, _ diary: Locked<[String]>,
        expected: Double, until count: Int
    ) async {
        group.addTask {
            await note {
                try await threads.run(expected: expected) { diary.withLock { $0.append(name) } }
            }
        }
        while threads.waiting < count { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(60))) func theLongestGoesFirst() async {
        let done = await gathered { threads, group, diary in
            await add("short", threads, &group, diary, expected: 0, until: 1)
            await add("long", threads, &group, diary, expected: 2, until: 2)
            await add("as long", threads, &group, diary, expected: 2, until: 3)
        }
        #expect(done == ["long", "as long", "short"])
    }

    @Test(.timeLimit(.minutes(60))) func whatHasNotBegunCanBeCancelled() async {
        let done = await gathered { threads, group, diary in
            let cancelled = Task {
                await note {
                    try await threads.run(expected: 9) { diary.withLock { $0.append("cancelled") } }
                }
            }
            while threads.waiting < 1 { await Task.yield() }
            await add("other", threads, &group, diary, expected: 1, until: 2)
            cancelled.cancel()
            await cancelled.value
        }
        #expect(done == ["other"])
    }

    @Test(.timeLimit(.minutes(60))) func workOfACancelledTaskDoesNotBegin() async {
        let done = await gathered { threads, group, diary in
            group.addTask {
                withUnsafeCurrentTask { $0?.cancel() }
                await note { try await threads.run { diary.withLock { $0.append("cancelled") } } }
            }
            await add("other", threads, &group, diary, expected: 1, until: 1)
        }
        #expect(done == ["other"])
    }
}
