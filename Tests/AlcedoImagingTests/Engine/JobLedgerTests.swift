import AlcedoBase
import Testing

@testable import AlcedoImaging

@Suite struct JobLedgerTests {
    private static let facts = ImageFacts(type: .jpeg, width: 4000, height: 3000, isOpaque: true)
    // 0.96 s each, and 0.24 s to decode.
    private static let work = ImageWork(requests: (0..<5).map { _ in .one(.avif, width: 2000) })
    private static let files = (0..<5).map { OutputID(request: $0, format: .avif) }

    private func ledger() -> (JobLedger, Locked<Int>) {
        let calls = Locked(0)
        return (JobLedger { calls.withLock { $0 += 1 } }, calls)
    }

    @Test func aFileIsWhoevers() {
        let (ledger, _) = ledger()
        #expect(ledger.begin(Self.facts, Self.work) == Set(Self.files))
        #expect(ledger.claim(Self.files[0], by: 0))
        #expect(!ledger.claim(Self.files[0], by: 1))
        #expect(ledger.claim(Self.files[1], by: 1))
        #expect(!ledger.claim(OutputID(request: 9, format: .avif), by: 1))
        #expect(ledger.files(of: 0) == [Self.files[0]] && ledger.files(of: 1) == [Self.files[1]])
    }

    @Test func helpersAreCalledOneByOneAsLongAsThereIsEnoughForEach() {
        let (ledger, calls) = ledger()
        _ = ledger.begin(Self.facts, Self.work)
        // One file is the leader's; four are enough for four.
        #expect(calls.withLock { $0 } == 1)
        #expect(ledger.needsHelp())
        let part = ledger.join()
        #expect(part?.files == Set(Self.files))
        #expect(part?.work.placeholders.isEmpty == true)
        #expect(calls.withLock { $0 } == 2)
        // It has been called already.
        _ = ledger.claim(Self.files[0], by: 0)
        #expect(calls.withLock { $0 } == 2)
        for file in Self.files[1...] { _ = ledger.claim(file, by: 1) }
        #expect(!ledger.needsHelp() && ledger.join() == nil)
        ledger.leave()
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func aHelperIsAskedForWhatIsLeftAndNothingElse() {
        let (ledger, _) = ledger()
        _ = ledger.begin(Self.facts, Self.work)
        _ = ledger.claim(Self.files[3], by: 0)
        let part = ledger.join()
        #expect(part?.files == [Self.files[0], Self.files[1], Self.files[2], Self.files[4]])
        #expect(part?.work.requests.count == 5)
        #expect(part?.work.finished.contains(Self.files[3]) == true)
        #expect(part?.work.finished.isDisjoint(with: part?.files ?? []) == true)
        #expect(part?.work.finished.contains(OutputID(request: 0, format: .jpeg)) == true)
    }

    @Test func whoBeginsAgainHasItsFilesAgainAndNoHelp() {
        let (ledger, _) = ledger()
        _ = ledger.begin(Self.facts, Self.work)
        _ = ledger.join()
        _ = ledger.claim(Self.files[0], by: 0)
        _ = ledger.claim(Self.files[1], by: 1)
        _ = ledger.begin(Self.facts, Self.work)
        #expect(!ledger.needsHelp() && ledger.join() == nil)
        #expect(ledger.claim(Self.files[0], by: 0))
        #expect(!ledger.claim(Self.files[1], by: 0))
    }

    @Test func whoIsRefusedIsNotCalledAgain() {
        let (ledger, calls) = ledger()
        _ = ledger.begin(Self.facts, Self.work)
        ledger.refuseHelp()
        #expect(!ledger.needsHelp())
        _ = ledger.claim(Self.files[0], by: 0)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func shortWorkCallsNobody() {
        let (ledger, calls) = ledger()
        let files = ledger.begin(
            Self.facts, ImageWork(requests: [.one(.jpeg, width: 2000), .one(.avif, width: 300)]))
        #expect(files.isEmpty && calls.withLock { $0 } == 0)
    }
}
