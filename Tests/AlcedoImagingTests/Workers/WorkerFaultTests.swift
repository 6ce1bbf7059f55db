import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct WorkerFaultTests {
    private static let mark = "0123456789abcdef"

    @Test(arguments: [
        ("spin-decode", ImageJob.Step.decode, WorkerFault.Act.spin), ("allocate-open", .open, .allocate),
        ("crash-decode", .decode, .crash),
    ])
    func aMarkedPictureHasItsActAtItsStep(
        _ text: String, _ step: ImageJob.Step, _ act: WorkerFault.Act
    ) throws {
        let fault = try #require(WorkerFault("worker:\(Self.mark)"))
        let data = Data("bytes of a picture, \(Self.mark)-\(text)".utf8)
        #expect(fault.act(on: data, at: step) == act)
        #expect(fault.act(on: data, at: step == .open ? .decode : .open) == nil)
        #expect(fault.act(on: data, at: .placeholders) == nil)
    }

    @Test func anotherMarkOrNoneIsNoFault() throws {
        let fault = try #require(WorkerFault("worker:fedcba9876543210"))
        for text in ["\(Self.mark)-spin-decode", "spin-decode", "fedcba9876543210-sleep-decode", ""] {
            #expect(fault.act(on: Data(text.utf8), at: .decode) == nil, "\(text)")
        }
    }

    @Test(arguments: ["worker:", "worker:short", "kill:17", "worker:\(mark):17", "worker \(mark)", ""])
    func otherDescriptionsAreNone(_ text: String) {
        #expect(WorkerFault(text) == nil)
    }
}
