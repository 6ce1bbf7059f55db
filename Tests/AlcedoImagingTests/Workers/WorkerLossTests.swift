import CAlcedoSystem
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct WorkerLossTests {
    private func end(signal: Int32 = 0, code: Int32 = 0) -> alcedo_helper_end {
        alcedo_helper_end(signal: signal, code: code, seconds: 1)
    }

    @Test func theCauseFollowsFromHowTheProcessEnded() {
        #expect(WorkerLoss.Cause(end(signal: 11), complaint: "") == .signal(11))
        #expect(WorkerLoss.Cause(end(code: 3), complaint: "") == .confused)
        // The words of GLib's g_malloc and of C++.
        let words = "GLib-ERROR **: ../glib/gmem.c:106: failed to allocate 9000 bytes"
        #expect(WorkerLoss.Cause(end(signal: 5), complaint: words) == .memory)
        #expect(WorkerLoss.Cause(end(signal: 6), complaint: "what():  std::bad_alloc") == .memory)
    }

    @Test func onlyWhatWorkedUntilItsDeadlineIsNotTriedAgain() {
        #expect(!WorkerLoss(step: .decode, cause: .busy(seconds: 5)).mayPass)
        for cause in [
            WorkerLoss.Cause.starved(seconds: 5), .signal(9), .signal(11), .memory, .confused, .system(12),
        ] {
            #expect(WorkerLoss(step: .decode, cause: cause).mayPass)
        }
    }

    @Test(arguments: [
        (WorkerLoss.Cause.busy(seconds: 60), "writing it as AVIF took longer than 60 seconds"),
        (.busy(seconds: 2.5), "longer than 2.5 seconds"), (.signal(11), "SIGSEGV"),
        (.signal(9), "was killed"),
        (.memory, "more memory"), (.system(12), "Cannot allocate memory"), (.confused, "libraries exit"),
    ])
    func itIsOneLineThatSaysWhatToDo(_ cause: WorkerLoss.Cause, _ words: String) {
        let text = WorkerLoss(step: .encode(.avif), cause: cause).error.description
        #expect(text.contains(words) && text.contains("writing it as AVIF"), "\(text)")
        #expect(text.contains("leave the file out") || text.contains("--jobs"))
        #expect(!text.contains("\n"))
    }
}
