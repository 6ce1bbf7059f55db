import Foundation
import Testing

@testable import AlcedoBase

struct AsideTests {
    private struct Trouble: Error {}

    @Test func itIsComputedOnceOnAnotherThread() {
        let calls = Locked(0)
        let thread = ObjectIdentifier(Thread.current)
        let aside = Aside { () -> Bool in
            calls.withLock { $0 += 1 }
            return ObjectIdentifier(Thread.current) != thread
        }
        #expect(aside.value())
        #expect(aside.value())
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func whoeverAsksIsToldOfTheFailure() {
        let aside = Aside { () throws(Trouble) -> Int in throw Trouble() }
        for _ in 0..<2 { #expect(throws: Trouble.self) { try aside.value() } }
    }
}
