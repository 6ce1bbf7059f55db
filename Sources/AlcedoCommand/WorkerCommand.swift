import Alcedo
import ArgumentParser

/// The command of worker processes. Not for manual use; workers start in `CommandLineTool.main()`.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Decodes and encodes for the build that started it; not for use by hand.",
        shouldDisplay: false)

    func run() throws {
        throw ValidationError("'alcedo worker' is started by builds only.")
    }
}
