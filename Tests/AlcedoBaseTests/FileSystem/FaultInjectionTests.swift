import Testing

@testable import AlcedoBase

// The effects of faults are tested in Tests/Integration/61-crash and 62-disk: here they would affect other tests.
@Suite struct FaultInjectionTests {
    @Test(arguments: [
        "", "kill", "kill:", "kill:x", "kill:1:EIO", "fail:1", "fail:1:EWHAT", "explode:3", "1",
    ])
    func invalidFaultsAreRefusedAndArmNothing(_ text: String) {
        #expect(throws: FaultInjection.Malformed.self) { try FaultInjection.arm(text) }
        #expect(!FaultInjection.isArmed)
    }
}
