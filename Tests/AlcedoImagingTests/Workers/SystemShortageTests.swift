import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct SystemShortageTests {
    typealias Shortage = ImagingError.Shortage

    @Test(
        arguments: [
            ("glib: Error creating thread: Resource temporarily unavailable", Shortage.threads),
            ("open: Too many open files", .files), ("mmap: Cannot allocate memory", .memory),
            ("Insufficient memory (case 4)", .memory),
        ])
    func messagesOfTheSystemSayWhatIsShort(text: String, shortage: Shortage) {
        for error in [
            ImagingError.decode(reason: text), .process(step: "render", reason: text),
            .encode(format: .webp, reason: text), .encode(.broken, format: .avif, reason: text),
        ] {
            #expect(Shortage(behind: error, isLimited: true) == shortage)
        }
    }

    /// A worker has a limit of its own, for pictures that take all memory.
    @Test func whereTheSystemHasMemoryThePictureIsToBlame() {
        #expect(Shortage(behind: .decode(reason: "Insufficient memory (case 4)"), isLimited: false) == nil)
    }

    @Test func otherErrorsAreThePictures() {
        for error in [
            ImagingError.decode(reason: "bad Huffman code"),
            .decode(.tooLarge, reason: "Cannot allocate memory"),
            .encode(.overBudget, format: .jpeg, reason: "Too many open files"), .noFormat(reason: "none"),
            .lost(during: .decode, reason: "Resource temporarily unavailable"),
        ] {
            #expect(Shortage(behind: error, isLimited: true) == nil)
        }
    }

    @Test func errorNumbersAreKnown() {
        #expect(Shortage(EAGAIN) == .threads && Shortage(EMFILE) == .files && Shortage(ENFILE) == .files)
        // The tests have no limit of memory.
        #expect(Shortage(ENOMEM) == nil && Shortage(ENOENT) == nil)
    }

    /// A worker under an attacker's control may claim it to fail a whole build, whatever `on-error` says.
    @Test(arguments: [Shortage.threads, .memory, .files])
    func whatThisProcessDoesNotFindIsAnErrorOfThePicture(shortage: Shortage) {
        var tries = 0
        let error = #expect(throws: ImagingError.self) {
            try Shortage.passing(pauses: [1, 1]) {
                tries += 1
                throw ImagingError.shortage(shortage)
            }
        }
        #expect(error == .process(step: "worker", reason: shortage.advice) && error?.isOfSystem == false)
        #expect(tries == 3)
    }

    /// Processes that end hold for a moment what they had.
    @Test func aShortageMayPass() throws {
        var tries = 0
        let made = try Shortage.passing(pauses: [1]) {
            tries += 1
            if tries == 1 { throw ImagingError.shortage(.threads) }
            return tries
        }
        #expect(made == 2)
        #expect(throws: ImagingError.decode(reason: "broken")) {
            try Shortage.passing { throw ImagingError.decode(reason: "broken") }
        }
    }

    @Test func onceSomethingIsShortThereIsOneTurnAtATime() async {
        let turns = WorkerTurns()
        #expect(!turns.enter() && !turns.enter())
        turns.reduce(to: 1)
        turns.reduce(to: 5)
        #expect(turns.limit == 1)
        turns.leave()
        turns.leave()
        let inside = Locked((now: 0, max: 0))
        let threads = (0..<8).map { _ in
            Thread {
                for _ in 0..<200 {
                    guard turns.enter() else { continue }
                    inside.withLock { $0 = ($0.now + 1, max($0.max, $0.now + 1)) }
                    inside.withLock { $0.now -= 1 }
                    turns.leave()
                }
            }
        }
        for thread in threads { thread.start() }
        while !threads.allSatisfy(\.isFinished) { await Task.yield() }
        #expect(inside.withLock { $0.max } == 1)
    }
}
