#if Dev
    import Alcedo
    import AlcedoBase
    import AlcedoManifest
    import AlcedoPreview

    /// Prints what happens during a preview: a line for each change that pages are loaded again for, and each problem once, until
    /// it is gone.
    final class DevReport: Sendable {
        private let reporter: Reporter
        private let state = Locked(State())

        private struct State {
            var changed: [String] = []
            var problems = ToldProblems()
        }

        init(_ reporter: Reporter) {
            self.reporter = reporter
        }

        /// The server accepts connections.
        func began(_ address: String, _ folder: String) {
            if reporter.isJSON { return reporter.sayAsIs(JSONLine.ofServing(address)) }
            reporter.note("\(address) shows \(folder); Ctrl-C ends it")
        }

        func tell(_ event: PreviewLoop.Event) {
            switch event {
            case .changed(let paths):
                let isFirst = state.withLock { state in
                    defer { state.changed = paths.map(ChangedFiles.shown) }
                    state.problems.begin()
                    return state.changed.isEmpty && paths.isEmpty
                }
                if reporter.isJSON, !isFirst { reporter.sayAsIs(JSONLine.ofChange(paths)) }
            case .build(.warning(let diagnostic)) where isNews(diagnostic.description):
                reporter.tell([diagnostic])
            case .build(.failed(let failure)) where isNews(failure.description):
                reporter.tell(.failed(failure))
            case .build: break
            case .ready(let reloads):
                let changed = state.withLock { state in
                    state.problems.settle()
                    return ChangedFiles.words(state.changed)
                }
                if reporter.isJSON { return reporter.sayAsIs(JSONLine.idle) }
                if reloads, let changed { reporter.note("\(clock()) \(changed): pages are loaded again") }
            case .refused(let error):
                let isNews = isNews(error.description)
                state.withLock { $0.problems.settle() }
                guard isNews else { return }
                if let mistakes = error as? ManifestMistakes {
                    reporter.tell(mistakes.diagnostics, code: mistakes.code)
                } else {
                    reporter.fail(error)
                }
            case .problem(let text): if isNews(text) { reporter.note("warning: " + text) }
            case .warning(let text): reporter.note("warning: " + text)
            }
        }

        /// What is wrong with the pictures of a page, which is said once between two changes.
        func tell(problem: String) {
            let isNews = state.withLock { $0.problems.noteLater(problem) }
            if isNews || reporter.isJSON { reporter.note("warning: " + problem) }
        }

        /// Whether it was not said after the change before, too. Programs are told each time.
        private func isNews(_ problem: String) -> Bool {
            state.withLock { $0.problems.note(problem) } || reporter.isJSON
        }
    }
#endif
