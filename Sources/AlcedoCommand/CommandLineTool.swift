import AlcedoBase
import AlcedoImaging
import AlcedoWorkers
import ArgumentParser
import Dispatch

/// The command `alcedo`, for the executables that provide it.
public enum CommandLineTool {
    /// Runs the command in the arguments of the process, or a worker, and exits.
    public static func start() -> Never {
        SignalWatch.restoreQuit()
        // A worker needs none of what follows, and must not have other threads, as it would in an
        // asynchronous `main`, where the system's thread pool waits forever if there are too few.
        if CommandLine.arguments.dropFirst().first == WorkerCommand.configuration.commandName {
            WorkerServer()?.run()
        }
        // Swift reads the arguments from /proc on Linux. Without them, this would be a build, whatever was typed.
        if CommandLine.arguments.isEmpty {
            StandardStream.error.write("error: alcedo needs /proc to be mounted\n")
            _exit(71)
        }
        // Each worker takes two file descriptors, and the default limit is low.
        SystemLimits.raise()
        if let complaint = SystemLimits.complaint() {
            StandardStream.error.write("error: \(complaint)\n")
            // EX_OSERR. The exit handlers may wait for threads.
            _exit(71)
        }
        Task { await main() }
        dispatchMain()
    }

    /// Runs the command in the arguments of the process, and exits, even if standard output or standard error fails
    /// meanwhile.
    static func main() async {
        rehearse()
        SignalWatch.shared.start()
        StandardStream.prepare()
        var code: Int32 = 0
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
        } catch {
            code = AlcedoCommand.exitCode(for: error).rawValue
            tell(error, isRequest: code == 0)
        }
        if let reason = StandardStream.output.failure {
            StandardStream.error.write(
                "error: the results could not be written to standard output: \(reason)\n")
            // The code of a failed build is more specific.
            if code == 0 { code = 74 }
        }
        // Skips the exit handlers of libraries whose threads may still run, such as those of a cancelled transfer.
        fflush(nil)
        _exit(code)
    }

    // Synchronous on purpose: every version of the parser that Package.swift allows has `parseAsRoot`, but in 1.8.0 an
    // asynchronous overload, needed only for completion closures, hides it from asynchronous code.
    private static func parsed() throws -> any ParsableCommand {
        let arguments = MistakenArguments(CommandLine.arguments.dropFirst())
        do {
            return try AlcedoCommand.parseAsRoot(arguments.words)
        } catch {
            guard AlcedoCommand.exitCode(for: error) != .success,
                let advice = arguments.advice(isRight: { words in
                    (try? AlcedoCommand.parseAsRoot(words)) != nil
                })
            else { throw error }
            throw ValidationError(advice)
        }
    }

    // For tests only. Runs before any file access, and costs nothing if the variable is not set.
    private static func rehearse() {
        guard let value = ProcessInfo.processInfo.environment[FaultInjection.variable],
            let text = FaultInjection.description(behind: value), !WorkerFault.arm(text)
        else { return }
        do {
            try FaultInjection.arm(text)
        } catch {
            StandardStream.error.write("error: \(error)\n")
            exit(64)
        }
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
