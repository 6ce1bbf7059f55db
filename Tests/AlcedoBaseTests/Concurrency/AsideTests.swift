import Dispatch
import Testing

@testable import AlcedoBase

struct AsideTests {
    private struct Trouble: Error {}

    @Test func itIsComputedOnce() {
        let calls = Locked(0)
        let aside = Aside { () -> Int in
            calls.withLock { $0 += 1 }
            return 42
        }
        #expect(aside.value() == 42)
        #expect(aside.value() == 42)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func itIsBegunBeforeSomebodyAsks() {
        let begun = DispatchSemaphore(value: 0)
        let aside = Aside { () -> Int in
            begun.signal()
            return 42
        }
        #expect(begun.wait(timeout: .now() + 60) == .success)
        #expect(aside.value() == 42)
    }

    @Test func whoeverAsksIsToldOfTheFailure() {
        let aside = Aside { () throws(Trouble) -> Int in throw Trouble() }
        for _ in 0..<2 { #expect(throws: Trouble.self) { try aside.value() } }
    }
}
