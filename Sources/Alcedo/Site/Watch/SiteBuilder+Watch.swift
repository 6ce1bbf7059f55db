public import AlcedoBase
import AlcedoLoading
import AlcedoManifest

extension SiteBuilder {
    /// What happens while a site is watched, sent on any thread.
    public enum WatchEvent: Sendable {
        /// A build begins, because these files have changed: absolute paths, in order. None at the start, and where the system
        /// has lost count.
        case building(changed: [String])
        /// What the build under way tells.
        case build(BuildEvent)
        /// A build has ended, with failures or without.
        case built(BuildReport)
        /// Nothing was built: the manifest has mistakes, or nothing can be written.
        case refused(any AlcedoError)
        /// The build under way was given up: pictures have changed that come first, or may explain its failures.
        case interrupted
        /// Something of the watch itself, in one sentence.
        case warning(String)
        /// There is nothing to do until something changes.
        case waiting
    }

    /// Builds, and builds again whenever something changes that the build has looked at, until the task is cancelled.
    ///
    /// Waiting costs no time of the processor: on Linux and macOS the system tells what changes. What comes within 50 milliseconds
    /// is one change. A change that comes while a long build is under way is built first, by itself, as with
    /// `BuildOptions.only`; the long build then continues. Mistakes, failures and files that are written slowly end
    /// nothing: the next change is the next try.
    ///
    /// - Parameters:
    ///   - polls: Whether to look at everything each second instead, for drives that other machines write to. Network drives
    ///     that the system knows as such are looked at in any case.
    ///   - tell: Receives events, on any thread.
    /// - Throws: `CancellationError`, or `SiteError` if the system cannot watch anything.
    public func watch(
        polls: Bool = false, _ tell: @escaping @Sendable (WatchEvent) -> Void
    ) async throws {
        try await SiteWatch(self, polls: polls, tell).run()
    }
}

/// Builds a site whenever it changes.
struct SiteWatch {
    /// How long a build goes on undisturbed. What has changed by then is rarely worth starting it again. Twice as long after each
    /// build that was given up, so that pictures that take longer are made in the end.
    private static let undisturbed = Duration.seconds(1)
    private static let mostUndisturbed = Duration.seconds(120)
    /// How long a failure waits for a change that explains it, such as the end of a file that is being written.
    private static let doubt = Duration.milliseconds(500)
    /// The same where changes are noticed by looking again.
    private static let doubtWhilePolling = Duration.seconds(2)
    /// How often in a row.
    private static let mostDoubts = 3

    private let builder: SiteBuilder
    private let tell: @Sendable (SiteBuilder.WatchEvent) -> Void
    private let watch: FileWatch

    init(
        _ builder: SiteBuilder, polls: Bool, _ tell: @escaping @Sendable (SiteBuilder.WatchEvent) -> Void
    ) throws {
        var builder = builder
        builder.pauses = SharedCachePauses()
        self.builder = builder
        self.tell = tell
        watch = try .started(beside: builder.options.manifest, polls: polls)
    }

    private enum Outcome: Sendable {
        case built(BuildReport)
        case refused(any AlcedoError)
        case interrupted

        var hasFailures: Bool { if case .built(let report) = self { !report.isComplete } else { false } }
    }

    func run() async throws {
        var changes: FileWatch.Changes?
        var doubts = 0
        var undisturbed = Self.undisturbed
        while true {
            tell(.building(changed: changes.map { $0.isEverything ? [] : $0.paths.sorted() } ?? []))
            let outcome = await build(interruptedAfter: undisturbed)
            try Task.checkCancellation()
            if let problem = watch.takeProblem() { tell(.warning(problem)) }
            if case .interrupted = outcome {
                tell(.interrupted)
                undisturbed = min(undisturbed * 2, Self.mostUndisturbed)
                changes = try await next()
                if let changes { await buildFirst(changes) }
                continue
            }
            if outcome.hasFailures, doubts < Self.mostDoubts,
                let more = try await next(
                    within: watch.isPolling ? Self.doubtWhilePolling : Self.doubt)
            {
                doubts += 1
                tell(.interrupted)
                changes?.merge(more)
                changes = changes ?? more
                continue
            }
            doubts = 0
            undisturbed = Self.undisturbed
            tell(outcome)
            tell(.waiting)
            changes = try await next()
        }
    }

    private func tell(_ outcome: Outcome) {
        switch outcome {
        case .built(let report): tell(.built(report))
        case .refused(let error): tell(.refused(error))
        case .interrupted: tell(.interrupted)
        }
    }

    private func next() async throws -> FileWatch.Changes {
        guard let changes = await watch.next() else { throw CancellationError() }
        return changes
    }

    private func next(within time: Duration) async throws -> FileWatch.Changes? {
        let isReady = await first(of: watch.ready) { try? await Task.sleep(for: time) }
        try Task.checkCancellation()
        return isReady ? try await next() : nil
    }

    /// Whether the first of two works ends before the second one; the other is cancelled.
    private func first(
        of one: @escaping @Sendable () async -> Void, _ two: @escaping @Sendable () async -> Void
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await one(); return true
            }
            group.addTask {
                await two(); return false
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? false
        }
    }

    /// Builds only pictures that have changed, if any of the changes is one.
    private func buildFirst(_ changes: FileWatch.Changes) async {
        var options = builder.options
        options.onlyFiles = changes.paths
        guard !changes.isEverything, !changes.paths.isEmpty else { return }
        tell(.building(changed: changes.paths.sorted()))
        // The whole build, which follows, tells of mistakes.
        if case .built(let report) = await build(options) { tell(.built(report)) }
    }

    private func build(
        _ options: BuildOptions? = nil, interruptedAfter undisturbed: Duration? = nil
    ) async -> Outcome {
        await watch.watching {
            await withTaskGroup(of: Outcome?.self) { group in
                group.addTask { await attempt(options) }
                if let undisturbed {
                    group.addTask {
                        do {
                            try await Task.sleep(for: undisturbed)
                            await watch.ready()
                        } catch {
                            // The build has ended before.
                        }
                        return nil
                    }
                }
                // What comes first ends the other. A build that has just published is a build.
                var built: Outcome?
                for await outcome in group {
                    group.cancelAll()
                    built = built ?? outcome
                }
                return built ?? .interrupted
            }
        } isWhole: {
            if case .built = $0 { true } else { false }
        }
    }

    private func attempt(_ options: BuildOptions?) async -> Outcome {
        var builder = builder
        if let options { builder.options = options }
        do {
            return .built(try await builder.build { tell(.build($0)) })
        } catch is CancellationError {
            return .interrupted
        } catch let error as any AlcedoError {
            return .refused(error)
        } catch {
            return .refused(SiteError.disk(String(describing: error)))
        }
    }
}

extension BuildRun {
    /// Has the end of the index or of the output noticed, as when a site generator empties it. A new index is no change: builds
    /// write it. A bundle is an output of another build, which looks after it.
    func watchOutput() {
        guard let watch = FileWatch.current, options.bundle == nil else { return }
        let path = site.indexPath
        let folder = FileSystem.folder(of: path)
        watch.willRead(site.output)
        watch.willRead(folder)
        watch.willList(folder) { name, _ in
            guard folder + "/" + name == path else { return false }
            do {
                return try FileSystem.status(of: path)?.kind != .regular
            } catch {
                return true
            }
        }
    }
}

extension FileWatch {
    /// Watches the folder of a manifest.
    ///
    /// - Throws: `SiteError` if the system cannot watch anything.
    package static func started(beside manifest: String, polls: Bool) throws -> FileWatch {
        let folder = FileSystem.folder(of: Site.absolute(manifest))
        let watch = FileWatch(root: GlobWalker.realPath(folder) ?? folder, polls: polls)
        do {
            try watch.start()
        } catch {
            throw SiteError.disk(error.description)
        }
        return watch
    }
}
