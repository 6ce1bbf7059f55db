import AlcedoBase
import Foundation
import Testing

@testable import AlcedoImaging

@Suite struct WorkerThreadsTests {
    /// One thread that is kept busy until the gate opens, and then does what has gathered.
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

    @Sendable private func note(_ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // Given up, as the test wants.
        } catch {
            Issue.record(error)
        }
    }

    /// Waits until so many are in the queue.
    private func add(
        _ name: String, _ threads: WorkerThreads, _ group: inout TaskGroup<Void>, _ diary: Locked<[String]>,
        expected: Double, ticket: Int? = nil, isHelp: Bool = false, until count: Int
    ) async {
        group.addTask {
            await note {
                try await threads.run(expected: expected, ticket: ticket, isHelp: isHelp) {
                    diary.withLock { $0.append(name) }
                }
            }
        }
        while threads.waiting < count { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(15))) func helpComesLastAndAmongItselfTheLongestFirst() async {
        let done = await gathered { threads, group, diary in
            await add("short help", threads, &group, diary, expected: 5, isHelp: true, until: 1)
            await add("long help", threads, &group, diary, expected: 9, isHelp: true, until: 2)
            #expect(!threads.hasWaiting)
            await add("short", threads, &group, diary, expected: 0, until: 3)
            await add("long", threads, &group, diary, expected: 2, until: 4)
            #expect(threads.hasWaiting)
        }
        #expect(done == ["long", "short", "long help", "short help"])
    }

    @Test(.timeLimit(.minutes(15))) func whatHasNotBegunCanBeGivenUp() async {
        let done = await gathered { threads, group, diary in
            let ticket = threads.takeTicket()
            await add("help", threads, &group, diary, expected: 1, ticket: ticket, isHelp: true, until: 1)
            await add("other", threads, &group, diary, expected: 1, isHelp: true, until: 2)
            threads.cancel(ticket)
        }
        #expect(done == ["other"])
    }

    @Test(.timeLimit(.minutes(15))) func whatWasGivenUpBeforeItCameDoesNotBegin() async {
        let done = await gathered { threads, group, diary in
            let ticket = threads.takeTicket()
            threads.cancel(ticket)
            await note {
                try await threads.run(ticket: ticket, isHelp: true) { diary.withLock { $0.append("help") } }
            }
        }
        #expect(done == [])
    }
}
