import Alcedo
import AlcedoBase
import AlcedoManifest
import AlcedoTerminal
import AlcedoTools
import ArgumentParser

/// Runs a command so that signals stop it cleanly, and maps errors to messages and exit codes.
enum Interruption {
    /// Runs `body`. SIGINT, SIGTERM or SIGHUP cancels its task; when the task has ended, the exit code identifies the
    /// signal. A second signal exits at once.
    ///
    /// - Parameters:
    ///   - writes: Whether the command changes anything. Otherwise the first signal exits at once as well: taking
    ///     apart what was read of a large manifest could take a second.
    ///   - isIdle: Whether nothing is under way, so that there is nothing to be stopped or said.
    static func watching(
        _ reporter: Reporter, writes: Bool = true, isIdle: @escaping @Sendable () -> Bool = { false },
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let task = Task { try await body() }
        do {
            try await SignalWatch.shared.during { number in
                // Right here, because a second signal exits at once.
                reporter.endProgress()
                if isIdle() { _exit(ExitStatus.stopped(by: number)) }
                if !writes {
                    reporter.note("stopped; nothing was changed")
                    _exit(ExitStatus.stopped(by: number))
                }
                reporter.note("stopping; interrupt again to stop at once")
                task.cancel()
            } _: {
                try await task.value
            }
        } catch let error as ExitCode {
            throw error
        } catch {
            reporter.endProgress()
            reporter.release()
            if let number = SignalWatch.shared.received {
                reporter.note("stopped; everything is in order, and the next build continues from here")
                throw ExitCode(ExitStatus.stopped(by: number))
            }
            throw ExitCode(report(error, to: reporter))
        }
    }

    private static func report(_ error: any Error, to reporter: Reporter) -> Int32 {
        switch error {
        case let error as ManifestMistakes:
            reporter.tell(error.diagnostics, code: error.code)
        case let error as ToolError:
            guard case .template(let mistakes) = error else {
                reporter.fail(error)
                return ExitStatus.wrongUsage
            }
            reporter.tell(mistakes, code: error.code)
            return ExitStatus.badManifest
        case let error as ValidationError:
            reporter.fail(error.message)
            return ExitStatus.wrongUsage
        case let error as any AlcedoError:
            reporter.fail(error)
        case let error as FileSystemError:
            reporter.fail(SiteError.disk(error.description))
        default:
            reporter.fail(String(describing: error))
        }
        return ExitStatus.of(error)
    }
}
