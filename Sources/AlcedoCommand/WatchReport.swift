import Alcedo
import AlcedoBase
import AlcedoManifest
import AlcedoTerminal

/// Prints what happens while a site is watched: one line for each build that changed something, and each problem once, until it
/// is gone.
final class WatchReport: Sendable {
    private let reporter: Reporter
    private let isVerbose: Bool
    private let state = Locked(State())

    private struct State {
        var isIdle = false
        var changed: [String] = []
        var isFirst = true
        var problems = ToldProblems()
    }

    init(_ reporter: Reporter, isVerbose: Bool) {
        self.reporter = reporter
        self.isVerbose = isVerbose
    }

    /// Whether nothing is under way that has to be ended in order.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    func tell(_ event: SiteBuilder.WatchEvent) {
        switch event {
        case .building(let changed):
            state.withLock { state in
                state.isIdle = false
                state.changed = changed.map(ChangedFiles.shown)
                state.problems.begin()
            }
            reporter.drop()
            if reporter.isJSON, !state.withLock({ $0.isFirst }) {
                reporter.sayAsIs(JSONLine.ofChange(changed))
            }
        case .build(let event): tell(event)
        case .built(let report): finish(report)
        case .refused(let error): finish(error)
        case .interrupted:
            reporter.drop()
            reporter.endProgress()
            if reporter.isJSON { return reporter.sayAsIs(JSONLine.interrupted) }
            if isVerbose { reporter.note("something has changed meanwhile; it comes first") }
        case .warning(let text): reporter.note("warning: " + text)
        case .waiting:
            let isFirst = state.withLock { state in
                defer { state.isFirst = false }
                state.isIdle = true
                return state.isFirst
            }
            // Nobody listens any more; nothing is under way.
            if StandardStream.output.failure != nil { _exit(ExitStatus.cannotWrite) }
            if reporter.isJSON { return reporter.sayAsIs(JSONLine.idle) }
            if isFirst { reporter.note("watching; Ctrl-C ends it") }
        }
    }

    private func tell(_ event: BuildEvent) {
        switch event {
        case .warning(let diagnostic) where !isNews(diagnostic.description) && !reporter.isJSON: break
        case .failed(let failure) where !isNews(failure.description) && !reporter.isJSON: break
        default: reporter.tell(event)
        }
    }

    /// Whether the last build did not say it, too.
    private func isNews(_ problem: String) -> Bool {
        state.withLock { $0.problems.note(problem) }
    }

    /// Remembers what was said. Returns whether it differs from what the build before said.
    private func settle() -> (isFirst: Bool, changed: [String], known: Set<String>, hasNews: Bool) {
        state.withLock { state in
            defer { state.problems.settle() }
            return (state.isFirst, state.changed, state.problems.known, state.problems.hasNews)
        }
    }

    private func finish(_ report: BuildReport) {
        let build = settle()
        let isSilent =
            report.wroteNothing && report.isPublished && !build.isFirst && !build.hasNews && !isVerbose
            && !reporter.isJSON
        if isSilent {
            reporter.release()
            return reporter.endProgress()
        }
        let head = build.isFirst ? "" : ChangedFiles.words(build.changed).map { $0 + ": " } ?? ""
        reporter.finish(
            report, line: { "\(clock()) \(head)\(Summary.line(for: $0))" },
            isNews: { !build.known.contains($0.description) })
    }

    private func finish(_ error: any AlcedoError) {
        reporter.release()
        reporter.endProgress()
        guard isNews(error.description) || reporter.isJSON else { return _ = settle() }
        _ = settle()
        if let mistakes = error as? ManifestMistakes {
            reporter.tell(mistakes.diagnostics, code: mistakes.code)
            let count = mistakes.diagnostics.count { $0.severity == .error }
            reporter.note(
                "\(clock()) \(counted(count, "mistake")); nothing is built until the manifest is right")
        } else {
            reporter.fail(error)
        }
    }
}
