import AlcedoBase
import AlcedoWorkers
import Dispatch

/// The process of a tool: a worker, or a command.
package enum ToolProcess {
    /// Runs a worker if the arguments say so, and otherwise `command`, which exits.
    ///
    /// - Parameter serve: Runs as a worker until the build that started it ends.
    package static func start(
        worker serve: () -> Void, command: @escaping @Sendable () async -> Never
    ) -> Never {
        SignalWatch.restoreQuit()
        // A worker needs none of what follows, and must not have other threads, as it would in an
        // asynchronous `main`, where the system's thread pool waits forever if there are too few.
        if CommandLine.arguments.dropFirst().first == "worker" { serve() }
        // Swift reads the arguments from /proc on Linux. Without them, this would be a build, whatever was typed.
        if CommandLine.arguments.isEmpty { fail("alcedo needs /proc to be mounted") }
        // Each worker takes two file descriptors, and the default limit is low.
        SystemLimits.raise()
        if let complaint = SystemLimits.complaint() { fail(complaint) }
        Task {
            rehearse()
            SignalWatch.shared.start()
            StandardStream.prepare()
            await command()
        }
        dispatchMain()
    }

    /// Exits with a code, even if standard output or standard error fails meanwhile.
    package static func exit(_ code: Int32) -> Never {
        var code = code
        if let reason = StandardStream.output.failure {
            StandardStream.error.write(
                "error: the results could not be written to standard output: \(reason)\n")
            // The code of a failed build is more specific.
            if code == 0 { code = ExitStatus.cannotWrite }
        }
        // Skips the exit handlers of libraries whose threads may still run, such as those of a cancelled transfer.
        fflush(nil)
        _exit(code)
    }

    private static func fail(_ complaint: String) -> Never {
        StandardStream.error.write("error: \(complaint)\n")
        // The exit handlers may wait for threads.
        _exit(ExitStatus.systemError)
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
            _exit(ExitStatus.wrongUsage)
        }
    }
}
