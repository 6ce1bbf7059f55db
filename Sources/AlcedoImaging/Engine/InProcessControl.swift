import AlcedoBase
import Foundation

/// Runs a job in this process: nothing can stop a step, and files stay in memory.
final class InProcessControl: JobControl {
    private let budget: MemoryBudget?
    private var room: MemoryBudget.Room?

    init(budget: MemoryBudget?) {
        self.budget = budget
    }

    deinit {
        if let room { budget?.leave(room) }
    }

    func begin(_ step: JobStep, expecting seconds: Double) {}

    func admit(bytes: Int) throws {
        guard let budget else { return }
        try budget.refuse(bytes)
        room = budget.enter(bytes)
    }

    // Files are not shared out to other threads: there the texts of errors are nobody's own, and the threads are the
    // program's that this is part of.
    func claims(_ output: OutputID) -> Bool { true }

    func handOver(_ data: Data) -> EncodedImage.Content { .data(data) }
}

extension MemoryBudget {
    /// Refuses a job for which there is not enough memory in the machine.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    func refuse(_ bytes: Int) throws(ImagingError) {
        guard bytes > most else { return }
        func megabytes(_ count: Int) -> String { "\(count / 1_000_000) MB" }
        throw .decode(
            reason:
                "it would take about \(megabytes(bytes)) of memory, and there are \(megabytes(most)); make it smaller, "
                + "or ask for smaller variants or formats that take less (AVIF takes most)")
    }
}
