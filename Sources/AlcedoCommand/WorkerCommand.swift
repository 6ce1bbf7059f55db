import Alcedo
import ArgumentParser

/// What a worker process is started as. Nobody types it; see ``AlcedoCommand/main()`` for where workers begin.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Decodes and encodes for a build that started it; nothing to be started by hand.",
        shouldDisplay: false)

    func run() throws {
        throw ValidationError("'alcedo worker' is started by builds and does nothing by itself.")
    }
}
