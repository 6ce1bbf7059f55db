import Testing

@testable import AlcedoPreview

/// Who has a place, and for how long.
@Suite struct PreviewConnectionsTests {
    private let connections = PreviewConnections<String>(most: 4)

    private func enter(_ name: String, at now: Duration = .zero) -> (number: Int, instead: String?)? {
        connections.enter(name, at: now)
    }

    // Half of the open files beyond the first 40 are for connections, each with the file that it is sent.
    @Test(arguments: [(200, 40), (256, 54), (1024, 246), (1_048_576, 512), (.max, 512), (48, 2), (0, 2)])
    func placesAreAQuarterOfTheOtherOpenFiles(_ files: Int, _ places: Int) {
        #expect(PreviewConnections<String>.most(openFiles: files) == places)
    }

    @Test func theLongestIdleConnectionMakesRoom() throws {
        let numbers = try ["a", "b", "c", "d"].map { try #require(enter($0)).number }
        #expect(Set(numbers).count == 4)
        connections.note(numbers[0], .waiting, at: .seconds(2))
        // They have come just now.
        #expect(enter("e", at: .milliseconds(499)) == nil)
        let place = try #require(enter("e", at: .seconds(3)))
        #expect(["b", "c", "d"].contains(place.instead))
        // The place is taken only once.
        let others = (0..<3).map { _ in enter("f", at: .seconds(3))?.instead }
        #expect(Set(others.compactMap { $0 } + [place.instead]) == ["a", "b", "c", "d"])
        #expect(enter("g", at: .seconds(3)) == nil)
    }

    @Test func whoIsAnsweredKeepsThePlace() throws {
        for stage in [PreviewConnections<String>.Stage.answering, .listening] {
            let connections = PreviewConnections<String>(most: 2)
            for name in ["a", "b"] {
                connections.note(try #require(connections.enter(name, at: .zero)).number, stage, at: .zero)
            }
            #expect(connections.enter("c", at: .seconds(1_000_000)) == nil)
            #expect(connections.overdue(at: .seconds(1_000_000)).isEmpty)
        }
    }

    @Test func whoDoesNotReadGivesThePlaceBack() throws {
        let numbers = try ["a", "b", "c", "d"].map { try #require(enter($0)).number }
        for number in numbers { connections.note(number, .sending, at: .zero) }
        #expect(enter("e", at: .milliseconds(4999)) == nil)
        connections.note(numbers[1], .sending, at: .seconds(4))
        #expect(connections.overdue(at: .seconds(59)).isEmpty)
        #expect(connections.overdue(at: .seconds(60)).sorted() == ["a", "c", "d"])
        #expect(["a", "c", "d"].contains(try #require(enter("e", at: .seconds(5))).instead))
    }

    /// Also one that sends a byte now and then: only a whole request counts.
    @Test func aRequestHasAMinute() throws {
        let number = try #require(enter("a")).number
        #expect(connections.overdue(at: .seconds(59)).isEmpty)
        #expect(connections.overdue(at: .seconds(60)) == ["a"])
        connections.note(number, .answering, at: .seconds(60))
        #expect(connections.overdue(at: .seconds(600)).isEmpty)
        connections.note(number, .waiting, at: .seconds(600))
        #expect(connections.overdue(at: .seconds(660)) == ["a"])
        connections.leave(number)
        #expect(connections.overdue(at: .seconds(660)).isEmpty)
    }

    @Test func halfOfThePlacesAreForPages() throws {
        let numbers = try ["a", "b", "c", "d"].map { try #require(enter($0)).number }
        #expect(numbers.map { connections.listen($0, at: .zero) } == [true, true, false, false])
        connections.leave(numbers[0])
        #expect(connections.listen(numbers[2], at: .zero))
        #expect(enter("e") != nil)
    }
}
