import Foundation
import Testing

@testable import AlcedoBase

@Suite(.timeLimit(.minutes(60))) struct BlockingQueueTests {
    struct Failure: Error {}

    @Test func resultsAndErrorsComeBack() async throws {
        let queue = BlockingQueue(width: 2)
        #expect(try await queue.run { 3 } == 3)
        await #expect(throws: Failure.self) { try await queue.run { throw Failure() } }
        #expect(try await queue.run { 4 } == 4)
    }

    @Test(arguments: [(3, 3), (0, 1)]) func noMoreThanItsWidthRunAtATime(width: Int, bound: Int) async throws
    {
        let queue = BlockingQueue(width: width)
        let inside = Counter()
        // No job ends before all threads are busy: with fewer threads, this would not end.
        let full = NSCondition()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 {
                group.addTask {
                    try await queue.run {
                        full.withLock {
                            inside.add()
                            full.broadcast()
                            while inside.peak < bound { full.wait() }
                        }
                        inside.add(-1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.peak == bound)
    }
}
