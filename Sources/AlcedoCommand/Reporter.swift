import Alcedo
import AlcedoBase
import AlcedoTerminal

/// Prints the events of a run: results on standard output, everything else on standard error.
///
/// On a terminal, a bar shows the progress of a long run. Elsewhere there are only whole lines, because build logs and
/// SwiftPM's plugin host show nothing else, and problems with sources are printed in the manifest's order when the run
/// ends, so that two logs of the same failures are identical.
final class Reporter: Sendable {
    private let options: Saying
    private let progress: (any ProgressDisplay)?
    // Whether standard error is a terminal that can redraw lines.
    private let isLive: Bool
    private let holdsLines: Bool
    // `nil` if lines are printed at once. Its lock also keeps the lines of several threads apart.
    private let held = Locked<HeldLines?>(nil)

    private struct Saying: Sendable {
        var json: Bool
        var quiet: Bool
        var verbose: Bool
    }

    /// - Parameter holdsLines: Whether problems are printed at the end of a run, on a terminal as well.
    init(options: OutputOptions, holdsLines: Bool = false) {
        self.holdsLines = holdsLines
        self.options = Saying(json: options.json, quiet: options.quiet, verbose: options.verbose)
        isLive = isatty(2) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        if options.quiet || options.json {
            progress = nil
        } else if isLive {
            progress = ProgressBar()
        } else {
            progress = ProgressLines()
        }
    }

    // MARK: Events of a build

    func tell(_ event: BuildEvent) {
        if case .sandbox(let parts, let missing) = event {
            // Where it is complete, only the curious need to know.
            #if os(Linux)
                let isNews = missing != nil
            #else
                let isNews = false
            #endif
            if options.verbose || isNews { note(sandboxLine(parts, missing: missing)) }
            return
        }
        if options.json { return print(JSONLine.of(event)) }
        switch event {
        case .started(let sources):
            if !isLive || holdsLines { held.withLock { $0 = $0 ?? HeldLines() } }
            update { $0.start(total: sources) }
        case .sandbox: break
        case .waiting(let output):
            note("another build is writing \(output); waiting for it")
        case .source(let id, let origin, let files, let made):
            if options.verbose {
                note("\(id): \(counted(files, "file")), \(made) made (\(origin.rawValue))")
            }
            update { $0.advance(didWork: made > 0) }
        case .failed(let failure):
            hold({ $0.add(failure) }, else: failure.description)
            update { $0.advance(didWork: true) }
        case .repinned(let id, let from, let to): say("\(id): \(from) → \(to)")
        case .locked(let change): note(Summary.line(for: change))
        case .warning(let diagnostic):
            if !options.quiet { hold({ $0.add(diagnostic) }, else: diagnostic.description) }
        case .publishing(let files):
            update { $0.phase("writing \(counted(files, "file"))") }
        }
    }

    /// - Parameters:
    ///   - consequence: The consequence of failures, with a semicolon before it.
    ///   - isNews: Whether a failure has to be printed.
    func finish(
        _ report: BuildReport, line: (BuildReport) -> String = Summary.line(for:),
        consequence: (BuildReport) -> String = \.consequence,
        isNews: (BuildFailure) -> Bool = { _ in true }
    ) {
        var news = report
        news.failures.removeAll { !isNews($0) }
        release(news)
        update { $0.end() }
        if options.json { return print(JSONLine.of(report)) }
        if !options.quiet { print(line(report)) }
        guard !report.isComplete else { return }
        let failed = report.failures.filter { !$0.isTolerated }.count
        error("error: \(counted(failed, "failure"))\(consequence(report))")
    }

    /// - Parameter code: The code of the errors among the diagnostics.
    func tell(_ diagnostics: [Diagnostic], code: String? = nil) {
        for diagnostic in diagnostics where !options.quiet || diagnostic.severity == .error {
            if options.json {
                print(JSONLine.of(diagnostic, code: diagnostic.severity == .error ? code : nil))
            } else {
                error(diagnostic.description)
            }
        }
    }

    /// Prints the result of `alcedo plan`. Outputs that are up to date are only counted unless the output is verbose.
    func tell(_ plan: SitePlan, seconds: Double) {
        release()
        update { $0.end() }
        let outputs = plan.outputs.filter { options.verbose || $0.hasWork }
        if options.json {
            for output in outputs { print(JSONLine.of(output)) }
            for file in plan.deletions { print(JSONLine.ofDeletion(file, isCertain: true)) }
            for file in plan.replacements { print(JSONLine.ofDeletion(file, isCertain: false)) }
            return print(JSONLine.of(plan, seconds: seconds))
        }
        guard !options.quiet else { return }
        for line in PlanLines.lines(for: plan, outputs: outputs) { print(line) }
        print(PlanLines.summary(of: plan, seconds: seconds))
    }

    // MARK: Single lines

    /// Whether all output is JSON events.
    var isJSON: Bool { options.json }

    /// Prints an event that is already encoded.
    func sayAsIs(_ line: String) { print(line) }

    /// Prints a result.
    func say(_ line: String) {
        if options.json { return print(JSONLine.of(message: line, severity: "result")) }
        if !options.quiet { print(line) }
    }

    /// Prints a note, for information only.
    func note(_ line: String) {
        guard !options.quiet else { return }
        if options.json { return print(JSONLine.of(message: line, severity: "note")) }
        error(line)
    }

    /// Removes the progress display before the run ends or is stopped.
    func endProgress() { update { $0.end() } }

    /// Prints the error that ends the command.
    func fail(_ message: String) {
        update { $0.end() }
        if options.json { return print(JSONLine.of(message: message, severity: "error")) }
        error("error: \(message)")
    }

    /// Prints the reason why the command ends, with its phase and code where programs read it.
    func fail(_ failure: any AlcedoError) {
        update { $0.end() }
        if options.json { return print(JSONLine.of(failure)) }
        error("error: \(failure)")
    }

    // MARK: Held lines

    /// Prints the held lines in the manifest's order. A run that ends without a report passes `nil`.
    func release(_ report: BuildReport? = nil) {
        held.withLock { held in
            for line in held?.release(inTheOrderOf: report) ?? [] { write(line) }
            held = nil
        }
    }

    /// Forgets held lines, which do not matter any more.
    func drop() { held.withLock { $0 = nil } }

    private func hold(_ add: (inout HeldLines) -> Void, else line: String) {
        held.withLock { held in
            guard var lines = held else { return write(line) }
            add(&lines)
            held = lines
        }
    }

    private func update(_ body: (any ProgressDisplay) -> Void) {
        guard let progress else { return }
        held.withLock { _ in body(progress) }
    }

    private func error(_ line: String) {
        held.withLock { _ in write(line) }
    }

    private func print(_ line: String) {
        held.withLock { _ in
            progress?.clear()
            StandardStream.output.write((options.json ? line.printableJSON : line.printable) + "\n")
            progress?.redraw()
        }
    }

    /// Writes a line to standard error. The lock is held.
    private func write(_ line: String) {
        progress?.clear()
        StandardStream.error.write(line.printable + "\n")
        progress?.redraw()
    }
}
