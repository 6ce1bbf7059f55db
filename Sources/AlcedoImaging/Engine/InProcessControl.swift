import AlcedoBase

/// Control of a job in this process: steps cannot be interrupted, and files stay in memory.
final class InProcessControl: JobControl {
    private let budget: MemoryBudget?
    private var room: MemoryBudget.Room?

    init(budget: MemoryBudget?) {
        self.budget = budget
    }

    deinit {
        if let room { budget?.leave(room) }
    }

    func begin(_ step: ImageJob.Step, expecting seconds: Double) {}

    func admit(bytes: Int) throws {
        guard let budget else { return }
        try budget.refuse(bytes)
        room = budget.enter(bytes)
    }

    func handOver(_ files: [Data]) -> [EncodedImage.Content] { files.map { .data($0) } }
}

extension MemoryBudget {
    /// Rejects a job that needs more memory than the machine has.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    package func refuse(_ bytes: Int) throws(ImagingError) {
        try Self.refuse(bytes, available: maxPerJob)
    }

    /// Rejects a picture that needs more memory than is available, in bytes.
    ///
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    package static func refuse(_ bytes: Int, available: Int) throws(ImagingError) {
        guard bytes > available else { return }
        func megabytes(_ count: Int) -> String { "\(count / 1_000_000) MB" }
        throw .decode(
            .tooMuchMemory,
            reason:
                "it would take about \(megabytes(bytes)) of memory, and \(megabytes(available)) are available; make it smaller, "
                + "or use smaller variants, or formats that take less (AVIF takes most)")
    }
}
