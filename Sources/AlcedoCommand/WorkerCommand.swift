import Alcedo
import ArgumentParser

/// The command of worker processes. Not for manual use; workers start in ``AlcedoCommand/main()``.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Decodes and encodes for a build that started it; nothing to be started by hand.",
        shouldDisplay: false)

    func run() throws {
        throw ValidationError("'alcedo worker' is started by builds and does nothing by itself.")
    }
}
