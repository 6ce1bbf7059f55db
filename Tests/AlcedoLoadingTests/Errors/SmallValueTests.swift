import Testing

@testable import AlcedoLoading

@Suite struct SmallValueTests {
    // Swift gives four words back in registers. Asynchronous functions that can throw and give back more are miscompiled
    // by Swift 6.3.1 (swiftlang/swift issue 87481).
    @Test func whatTravelsThroughAsynchronousFunctionsFitsIntoRegisters() {
        let limit = 4 * MemoryLayout<Int>.size
        #expect(MemoryLayout<NetworkReason?>.size <= limit)
        #expect(MemoryLayout<Exchange.Outcome>.size <= limit)
        #expect(MemoryLayout<RemoteAnswer>.size <= limit)
        #expect(MemoryLayout<ResponseValidators>.size <= limit)
    }
}
