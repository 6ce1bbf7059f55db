import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

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
