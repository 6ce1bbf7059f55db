import AlcedoBase
import Testing

@testable import AlcedoCache

@Suite struct SharedBreakerTests {
    /// A breaker whose requests have times in seconds.
    private final class Watched {
        var breaker = SharedBreaker()
        private let start = ContinuousClock.now

        func fail(_ from: Double, _ to: Double) -> Bool {
            breaker.fail(from: start + .seconds(from), to: start + .seconds(to))
        }

        func noteBad() -> Bool { breaker.noteBad() }

        func succeed(_ from: Double, _ to: Double, bytes: Int = 0) -> Bool {
            breaker.succeed(from: start + .seconds(from), to: start + .seconds(to), bytes: bytes)
        }
    }

    private let watched = Watched()

    @Test func threeFailuresInARowOpenItOnce() {
        #expect(!watched.fail(0, 1))
        #expect(!watched.fail(1, 2))
        #expect(!watched.succeed(2, 2.5))
        #expect(!watched.fail(3, 4))
        #expect(!watched.fail(4, 5))
        #expect(!watched.breaker.isOpen)
        #expect(watched.fail(5, 6))
        #expect(watched.breaker.isOpen)
        #expect(!watched.fail(6, 7))
    }

    @Test func timeOfRequestsAtTheSameTimeCountsOnce() {
        #expect(!watched.fail(0, 5))
        #expect(!watched.succeed(0, 1))
        #expect(!watched.fail(1, 6))
        #expect(watched.breaker.lost == .seconds(6))
    }

    /// A store that always answers, but late, is given up after half a minute.
    @Test func slowAnswersAddUp() {
        for number in 0..<6 {
            let begin = Double(number) * 5
            #expect(!watched.succeed(begin, begin + 5))
        }
        #expect(watched.breaker.lost == .seconds(27))
        #expect(watched.succeed(30, 35))
        #expect(watched.breaker.isOpen)
    }

    @Test func halfASecondIsNotSlow() {
        #expect(!watched.succeed(0, 0.5))
        #expect(watched.breaker.lost == .zero)
        #expect(!watched.succeed(1, 2))
        #expect(watched.breaker.lost == .milliseconds(500))
    }

    @Test func twentyDamagedAnswersAreEnough() {
        for _ in 0..<19 { #expect(!watched.noteBad()) }
        #expect(watched.noteBad() && watched.breaker.isOpen)
        #expect(!watched.noteBad())
    }

    /// Ten megabytes may take a hundred seconds.
    @Test func manyBytesMayTakeTime() {
        #expect(!watched.succeed(0, 100, bytes: 10_000_000))
        #expect(watched.breaker.lost == .zero)
    }
}
