import Foundation
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

    @Test func aFaultIsOnlyReadFromANamelessFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/fault"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor > 2)
        #expect(write(descriptor, "kill:17", 7) == 7)
        #expect(FaultInjection.description(behind: String(descriptor)) == nil)
        #expect(unlink(path) == 0)
        #expect(FaultInjection.description(behind: String(descriptor)) == "kill:17")
        // Closed by now, so that no child inherits it.
        #expect(FaultInjection.description(behind: String(descriptor)) == nil)
        for text in ["", "kill:17", "-1", "0", "1", "2", "100000", "99999999999"] {
            #expect(FaultInjection.description(behind: text) == nil)
        }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(FaultInjection.description(behind: String(ends[0])) == nil)
        for end in ends { close(end) }
    }
}
