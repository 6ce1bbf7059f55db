import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct MemoryBudgetTests {
    /// The actions of several threads, in order. Unchecked: the lines are only accessed under the lock.
    private final class Diary: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []
        func note(_ line: String) { lock.withLock { lines.append(line) } }
        var all: [String] { lock.withLock { lines } }
    }

    private func thread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            done.signal()
        }
        return done
    }

    /// Returns when that many jobs wait for memory, or when a job has noted that it did not have to wait.
    private func settle(_ budget: MemoryBudget, waiting: Int, _ diary: Diary) {
        while budget.waiting < waiting, diary.all.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
    }

    @Test(.timeLimit(.minutes(60))) func jobsWaitUntilThereIsRoom() {
        let budget = MemoryBudget(bytes: 100, maxPerJob: 1000)
        let diary = Diary()
        let first = budget.enter(60)
        let second = budget.enter(40)
        let third = thread {
            let room = budget.enter(1)
            diary.note("third")
            budget.leave(room)
        }
        settle(budget, waiting: 1, diary)
        #expect(diary.all == [])
        budget.leave(second)
        third.wait()
        #expect(diary.all == ["third"])
        budget.leave(first)
    }

    @Test(.timeLimit(.minutes(60))) func aLargeOneIsNotPassedByForEver() {
        let budget = MemoryBudget(bytes: 100, maxPerJob: 1000)
        let diary = Diary()
        let first = budget.enter(50)
        let large = thread {
            let room = budget.enter(100)
            diary.note("large")
            budget.leave(room)
        }
        settle(budget, waiting: 1, diary)
        // There would be room for it, but the large one was there before.
        let small = thread {
            let room = budget.enter(10)
            diary.note("small")
            budget.leave(room)
        }
        settle(budget, waiting: 2, diary)
        #expect(diary.all == [])
        budget.leave(first)
        large.wait()
        small.wait()
        #expect(diary.all.first == "large" && diary.all.count == 2)
    }

    @Test(.timeLimit(.minutes(60))) func whatIsLargerThanTheBudgetIsLetInAlone() {
        let budget = MemoryBudget(bytes: 100, maxPerJob: 1000)
        let huge = budget.enter(900)
        let diary = Diary()
        let other = thread {
            let room = budget.enter(1)
            diary.note("other")
            budget.leave(room)
        }
        settle(budget, waiting: 1, diary)
        #expect(diary.all == [])
        budget.leave(huge)
        other.wait()
    }

    @Test(.timeLimit(.minutes(60))) func whoWantsToBeAloneIs() {
        let budget = MemoryBudget(bytes: 100, maxPerJob: 1000)
        let first = budget.enter(1)
        let diary = Diary()
        let alone = thread {
            let room = budget.enter(nil)
            diary.note("in")
            while budget.waiting < 1, !diary.all.contains("next") { Thread.sleep(forTimeInterval: 0.001) }
            diary.note("out")
            budget.leave(room)
        }
        settle(budget, waiting: 1, diary)
        #expect(diary.all == [])
        budget.leave(first)
        while diary.all.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
        let next = budget.enter(1)
        diary.note("next")
        #expect(diary.all == ["in", "out", "next"])
        budget.leave(next)
        alone.wait()
    }

    @Test func whatNoMachineHasIsRefused() throws {
        let budget = MemoryBudget(bytes: 100, maxPerJob: 24_000_000_000)
        try budget.refuse(24_000_000_000)
        let error = #expect(throws: ImagingError.self) { try budget.refuse(26_000_000_000) }
        #expect(error?.description.contains("about 26000 MB of memory, and 24000 MB are available") == true)
    }
}
