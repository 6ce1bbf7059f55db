import Dispatch
import Testing

@testable import AlcedoBase

@Suite struct SharedPartsTests {
    struct Odd: Error, Equatable { var number: Int }

    @Test(arguments: [0, 1, 6, 7, 8, 1000]) func thePartsAreAllThereInTheirOrder(_ count: Int) throws {
        let numbers = Array(0..<count)
        let parts = try numbers.concurrentChunks(of: 7) { Array($0) }
        #expect(parts.flatMap(\.self) == numbers)
        #expect(parts.allSatisfy { (1...7).contains($0.count) })
    }

    @Test func aSliceHasItsOwnPlaces() throws {
        let parts = try Array(0..<100)[30..<75].concurrentChunks(of: 10) { Array($0) }
        #expect(parts.map(\.count) == [10, 10, 10, 10, 5])
        #expect(parts.flatMap(\.self) == Array(30..<75))
    }

    @Test func whatIsThrownComesOut() {
        #expect(throws: Odd(number: 41)) {
            try Array(0..<1000).concurrentChunks(of: 10) { part in
                if part.contains(41) { throw Odd(number: 41) }
            }
        }
    }

    @Test(arguments: [1, 2, 8]) func theFirstFailureIsThatOfTheFirstPart(_ threads: Int) {
        // However many are at it, the parts before one that was begun have been begun.
        for _ in 0..<50 {
            #expect(throws: Odd(number: 3)) {
                try SharedParts(count: 100) { number in if number >= 3 { throw Odd(number: number) } }
                    .results(threads: threads)
            }
        }
    }

    @Test(arguments: [0, 1, 3]) func eachPartIsDoneOnceWhoeverBegins(_ threads: Int) throws {
        let done = Locked<[Int]>([])
        let parts = SharedParts(count: 500) { number in
            done.withLock { $0.append(number) }
            return number * 2
        }
        parts.begin(threads: threads)
        #expect(try parts.results(threads: 2) == (0..<500).map { $0 * 2 })
        #expect(done.withLock { $0.sorted() } == Array(0..<500))
        // Who asks again is told the same.
        #expect(try parts.results(threads: 1).count == 500)
    }

    @Test func whoeverAsksDoesWhatNobodyHasBegun() throws {
        let (hold, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let parts = SharedParts(count: 10) { number in
            if number == 0 {
                held.signal()
                hold.wait()
            } else if number == 9 {
                // All the others are done while the first is held up.
                hold.signal()
            }
            return number
        }
        parts.begin(threads: 1)
        held.wait()
        #expect(try parts.results(threads: 1) == Array(0..<10))
    }
}
