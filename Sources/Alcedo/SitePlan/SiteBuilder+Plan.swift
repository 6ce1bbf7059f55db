import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
import Foundation

extension SiteBuilder {
    /// Finds out what ``build(_:)`` would do and why, without doing any of it.
    ///
    /// Nothing is written, neither output nor cache; no server is asked; no source is decoded. Sources whose dates
    /// have changed are read and hashed. Of one that no build has seen, the header is read as well: it says how large
    /// its pictures would be, and a picture with an alpha channel counts as transparent. A remote source that is not in
    /// the cache is only said to be loaded.
    ///
    /// - Parameter tell: Is told of warnings and failures, on any thread.
    /// - Throws: ``ManifestMistakes``, ``SelectionError``, ``SiteError``, ``BuildCannotWrite``, or
    ///   `CancellationError`: what a build would throw before its first write.
    public func plan(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws -> SitePlan {
        var options = options
        options.offline = true
        options.forceRefresh = false
        options.ignoresCache = false
        let run = try BuildRun(options, environment: environment, readsOnly: true, tell: tell)
        let record = run.loadRecord()
        do {
            try run.refuseOutputOfOthers(record.manifest)
            let planner = try SitePlanner(run, record: record)
            try await planner.planSources(tell)
            return try await planner.planPublication(tell)
        } catch let error as FileSystemError {
            throw BuildCannotWrite(reason: error.description)
        }
    }
}
