import Testing

@testable import AlcedoBase

// What an armed fault does shows in Tests/Integration/61-crash and 62-disk: here it would befall every other test.
@Suite struct FaultInjectionTests {
    @Test(arguments: [
        "", "kill", "kill:", "kill:x", "kill:1:EIO", "fail:1", "fail:1:EWHAT", "explode:3", "1",
    ])
    func whatIsNoFaultIsRefusedAndNothingIsArmed(_ text: String) {
        #expect(throws: FaultInjection.Malformed.self) { try FaultInjection.arm(text) }
        #expect(!FaultInjection.isArmed)
    }
}
