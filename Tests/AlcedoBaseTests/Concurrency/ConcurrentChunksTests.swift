import Testing

@testable import AlcedoBase

@Suite struct ConcurrentChunksTests {
    @Test(arguments: [0, 1, 6, 7, 8, 1000]) func thePartsAreAllThereInTheirOrder(_ count: Int) throws {
        let numbers = Array(0..<count)
        let parts = try numbers.concurrentChunks(of: 7) { Array($0) }
        #expect(parts.flatMap(\.self) == numbers)
        #expect(parts.allSatisfy { (1...7).contains($0.count) })
    }

    @Test func whatIsThrownComesOut() {
        struct Odd: Error, Equatable { var number: Int }
        #expect(throws: Odd(number: 41)) {
            try Array(0..<1000).concurrentChunks(of: 10) { part in
                if part.contains(41) { throw Odd(number: 41) }
            }
        }
    }
}
