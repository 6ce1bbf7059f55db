import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Messages about a broken picture must not depend on other pictures in progress.
@Suite(.timeLimit(.minutes(60))) struct DecodingTurnsTests {
    /// Counts from any thread. `@unchecked Sendable`: every access is inside the lock.
    private final class Inside: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        private(set) var most = 0

        func enter() -> Int {
            lock.withLock {
                count += 1
                most = max(most, count)
                return count
            }
        }

        func leave() { lock.withLock { count -= 1 } }
    }

    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        await withCheckedContinuation { continuation in
            let group = DispatchGroup()
            for number in 0..<count {
                group.enter()
                Thread.detachNewThread {
                    body(number)
                    group.leave()
                }
            }
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    @Test func aTurnAloneIsExclusiveAndNoTurnIsLost() async {
        let turns = DecodingTurns()
        let (inside, lonely) = (Inside(), Inside())
        await onThreads(12) { number in
            for round in 0..<200 {
                if (number + round) % 5 == 0 {
                    turns.alone {
                        #expect(inside.enter() == 1)
                        _ = lonely.enter()
                        inside.leave()
                    }
                } else {
                    turns.besideOthers {
                        _ = inside.enter()
                        inside.leave()
                    }
                }
            }
        }
        // 12 threads with 200 turns each, every fifth alone.
        #expect(lonely.most == 480)
    }

    @Test func twoCanBeSideBySide() async {
        let turns = DecodingTurns()
        let met = NSCondition()
        let inside = Inside()
        await onThreads(2) { _ in
            turns.besideOthers {
                met.withLock {
                    _ = inside.enter()
                    met.broadcast()
                    while inside.most < 2 { met.wait() }
                }
            }
        }
        #expect(inside.most == 2)
    }

    @Test func aFailureWithALibraryMessageIsRetried() throws {
        let turns = DecodingTurns()
        var calls = 0
        let error = #expect(throws: ImagingError.self) {
            try turns.decode { () throws -> Int in
                calls += 1
                let text = Vips.takeError()
                throw ImagingError.decode(reason: calls == 1 ? "another picture's words" : "its own \(text)")
            }
        }
        #expect(calls == 2)
        guard case .decode(_, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("its own"))
        #expect(turns.besideOthers { 1 } == 1)
    }

    @Test func aFailureWithAKnownCauseIsNotRetried() {
        let turns = DecodingTurns()
        var calls = 0
        #expect(throws: ImagingError.self) {
            try turns.decode { () throws -> Int in
                calls += 1
                throw ImagingError.decode(reason: "the file is empty")
            }
        }
        #expect(calls == 1)
    }
}
