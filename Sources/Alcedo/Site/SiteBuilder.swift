import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoIndex
import AlcedoLoading
public import Foundation

/// Builds what a manifest asks for: variants, index and a clean output directory.
///
/// ```swift
/// let report = try await SiteBuilder(options: BuildOptions(manifest: "images.yml")).build()
/// ```
public struct SiteBuilder: Sendable {
    let options: BuildOptions
    let environment: [String: String]

    /// Takes what to build. Nothing is read yet.
    public init(
        options: BuildOptions, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.options = options
        self.environment = environment
    }

    /// Makes what is missing, publishes it, and deletes what nothing asks for any more.
    ///
    /// When a source fails that the manifest does not let fail, the output directory and the index stay exactly as
    /// they were; what was finished stays in the cache, and the report says what failed.
    ///
    /// A file in the output directory that Alcedo did not write, or that somebody changed since, is never overwritten
    /// or deleted. If another one has to stand there, the build ends before the first write, with the path and what to
    /// do; if nothing asks for it any more, it stays, with a warning. What Alcedo wrote and the disk damaged is made
    /// whole: a file whose size, dates and number are still those from right after the writing, or one in which every
    /// byte is the one that was written there or zero, as after a copy that was cut short. A picture of Alcedo's that an
    /// optimizer has changed in its place is written again, with a warning.
    ///
    /// - Parameter tell: Is told what happens, on any thread.
    /// - Returns: What was done; see ``BuildReport/isComplete``.
    /// - Throws: ``ManifestMistakes``, ``SelectionError``, ``SiteError``, ``BuildCannotWrite``,
    ///   ``LockCannotWrite``, or `CancellationError`, with the output directory as it was or as it was to be.
    public func build(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> BuildReport
    {
        let started = ContinuousClock.now
        let run = try BuildRun(options, environment: environment, tell: tell)
        defer { run.end() }
        let lock = try await OutputLock.take(run.site.output, createsIt: false, tell: tell)
        let record = run.loadRecord()
        do {
            try run.refuseOutputOfOthers(record.manifest)
        } catch let error as FileSystemError {
            throw BuildCannotWrite(reason: error.description)
        }
        let state = run.loadState()
        var report = BuildReport()
        report.index = run.site.indexPath

        let finished = try await run.finishSources(knownBy: state.state, record, tell: tell)
        report.count(finished)
        var undone: BuildCannotWrite?
        // What was learnt holds whatever comes of the publication. Where little was made it is written meanwhile, and
        // otherwise when the memory is free again: what the workers took for the last pictures is needed then.
        let savesMeanwhile = finished.foreseen != nil
        async let rested: Void =
            savesMeanwhile ? () : run.pipeline.blocking.run { run.pipeline.configuration.engine.rest() }
        async let saved: Void = savesMeanwhile ? run.saveStateAside(after: finished, previous: state) : ()
        if report.isComplete, !options.cacheOnly {
            try Task.checkCancellation()
            let accessors = AccessorFile(run)
            do {
                try accessors?.check()
            } catch let error as FileSystemError {
                throw BuildCannotWrite(reason: error.description)
            }
            let heldLock = try await OutputLock.take(
                run.site.output, createsIt: true, holding: lock, tell: tell)
            // Without that lock another build may have been there meanwhile.
            let isKnown = heldLock.map { $0 === lock && $0.isOfDirectory } ?? false
            do {
                try await publish(
                    finished, knowing: isKnown ? record : nil, run: run, report: &report, tell: tell)
            } catch let error as BuildCannotWrite where error.isPublished {
                // What was learnt holds all the same.
                undone = error
            }
            if report.isPublished {
                do {
                    if try accessors?.update() == true {
                        report.wroteSwift = true
                        report.wroteNothing = false
                    }
                } catch let error as FileSystemError {
                    undone = undone ?? BuildCannotWrite(reason: error.description, isPublished: true)
                } catch let error as ImageIndexError {
                    undone = undone ?? BuildCannotWrite(reason: error.description, isPublished: true)
                } catch let error as SiteError {
                    undone = undone ?? BuildCannotWrite(reason: error.description, isPublished: true)
                }
            }
            withExtendedLifetime(heldLock) {}
        }
        _ = try await (rested, saved)
        if !savesMeanwhile { run.saveState(after: finished, previous: state) }
        run.keepFailures(of: report, after: finished)
        run.tendCache()
        if let refusal = run.cacheRefusal {
            let text = CacheCannotWrite.describe(
                refusal.directory, refusal.reason, consequence: ", so nothing was kept in it")
            tell(.warning(Diagnostic(.warning, text)))
        }
        if options.endsProcess { UntilExit.keep([state, record, finished]) }
        if let undone { throw undone }
        report.seconds = started.duration(to: .now).inSeconds
        return report
    }

    private func publish(
        _ finished: FinishedSources, knowing record: OutputRecordFile?, run: BuildRun,
        report: inout BuildReport, tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws {
        var finished = finished
        var record = record
        if record == nil { finished.foreseen = nil }
        var losses = 0
        var hold: FileLock?
        defer { withExtendedLifetime(hold) {} }
        while true {
            do {
                let known = record ?? run.loadRecord()
                record = nil
                try run.refuseOutputOfOthers(known.manifest)
                let publication = SitePublication(run: run, finished: finished, record: known)
                let result = try await run.pipeline.blocking.run { try publication.publish(tell) }
                report.add(result)
                if let refusal = result.refusal {
                    throw SitePublisher.RefusedAfterIndex(reason: refusal)
                }
                return
            } catch let lost as SitePublisher.LostFromCache {
                // Files that the cache turns out to have lost are made again. It may be that somebody empties it again
                // and again, who has to wait from now on; thrice means that the disk rots.
                losses += 1
                report.filesWritten += lost.written
                if hold == nil { hold = run.holdOffClearing() }
                if let file = lost.files.first, losses > 2 {
                    throw BuildCannotWrite(
                        reason: "'\(file.name)' of \(file.source) is missing and the cache does not have it; "
                            + "build it again, without --only or with --force-refresh")
                }
                finished.foreseen = nil
                try await run.finishAgain(&finished, missing: Set(lost.files.map(\.digest)), tell: tell)
                report.count(finished)
                guard report.isComplete else { return }
            } catch let collisions as SitePublication.NameCollisions {
                // Each takes a source out, so this ends.
                finished.foreseen = nil
                run.leaveOut(collisions.all, of: &finished, tell)
                report.count(finished)
                guard report.isComplete else { return }
            } catch let error as SitePublisher.RefusedAfterIndex {
                throw BuildCannotWrite(reason: error.reason.description, isPublished: true)
            } catch let error as FileSystemError {
                throw BuildCannotWrite(reason: error.description)
            } catch let error as CacheError {
                throw BuildCannotWrite(reason: String(describing: error))
            }
        }
    }

    /// Loads the remote sources that the cache does not have, and makes no pixels.
    ///
    /// - Throws: ``ManifestMistakes``, ``CacheCannotWrite``, ``LockCannotWrite``, or `CancellationError`.
    public func fetch(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> BuildReport
    {
        try await load(.missing, tell)
    }

    func load(
        _ fetching: BuildRun.Fetching, _ tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        let started = ContinuousClock.now
        let run = try BuildRun(options, environment: environment, tell: tell)
        defer { run.end() }
        // What is fetched has nowhere else to go.
        if let refusal = run.cacheRefusal { throw refusal }
        var report = try await run.fetchSources(fetching, tell: tell)
        if let refusal = run.cacheRefusal { throw refusal }
        report.seconds = started.duration(to: .now).inSeconds
        return report
    }
}

extension Duration {
    /// Seconds, with their fraction.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

/// A selection that selects nothing.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public var description: String
}
