import AlcedoImaging
import AlcedoTerminal
import AlcedoWorkers
import ArgumentParser

/// The command `alcedo`, for the executables that provide it.
public enum CommandLineTool {
    /// Runs the command in the arguments of the process, or a worker, and exits.
    public static func start() -> Never {
        ToolProcess.start(worker: { WorkerServer()?.run() }) {
            let arguments = CommandLine.arguments.dropFirst()
            if arguments.first == BundleCommand.name {
                await BundleCommand.run(arguments.dropFirst(), inProcess: .threads)
            }
            if MakeCommand.startsWorker(arguments) { WorkerEngine.startEarly() }
            await ToolProcess.exit(run())
        }
    }

    /// Runs the command in the arguments of the process, and returns its exit code.
    private static func run() async -> Int32 {
        do {
            if let complaint = MisspeltCommand.complaint(about: CommandLine.arguments.dropFirst()) {
                throw ValidationError(complaint)
            }
            // Not `AlcedoCommand.main(nil)`: the parser does not report failures to write its own output.
            var command = try parsed()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            let code = AlcedoCommand.exitCode(for: error).rawValue
            tell(error, isRequest: code == 0)
            return code
        }
    }

    // Synchronous on purpose: every version of the parser that Package.swift allows has `parseAsRoot`, but in 1.8.0 an
    // asynchronous overload, needed only for completion closures, hides it from asynchronous code.
    private static func parsed() throws -> any ParsableCommand {
        let arguments = MistakenArguments(CommandLine.arguments.dropFirst())
        let result = Result { try AlcedoCommand.parseAsRoot(arguments.words) }
        if case .failure(let error) = result, AlcedoCommand.exitCode(for: error) == .success { throw error }
        if case .success(let command) = result, !arguments.onlyLookLikeHelp { return command }
        let advice = arguments.advice { words in (try? AlcedoCommand.parseAsRoot(words)) != nil }
        if let advice { throw ValidationError(advice) }
        return try result.get()
    }

    /// - Parameter isRequest: Whether the text is not an error but was requested, such as the help.
    private static func tell(_ error: any Error, isRequest: Bool) {
        let text = AlcedoCommand.fullMessage(for: error)
        guard !text.isEmpty else { return }
        if !isRequest, CommandLine.arguments.contains("--json") {
            let message = AlcedoCommand.message(for: error)
            StandardStream.output.write(JSONLine.of(message: message, severity: "error") + "\n")
        }
        (isRequest ? StandardStream.output : StandardStream.error).write(text + "\n")
    }
}
