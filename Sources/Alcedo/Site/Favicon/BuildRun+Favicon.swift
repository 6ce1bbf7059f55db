import AlcedoBase
import AlcedoLoading
import AlcedoManifest

extension BuildRun {
    /// The icons of a site, or why they could not be made.
    enum FaviconResult: Sendable {
        case files(FaviconFiles)
        /// A plan does not know them before they are made.
        case unknown(FaviconFiles)
        case failed(BuildFailure)
    }

    /// Makes the icons, or finds out whether they are in the cache.
    ///
    /// - Throws: `FileSystemError`, or `CancellationError`. Other errors are in the result.
    func favicon(onlyFromCache: Bool = false, _ tell: (BuildEvent) -> Void) async throws -> FaviconResult {
        guard let favicon = site.manifest.favicon else { return .files(try FaviconFiles(self, [])) }
        var retrieve = RetrieveOptions()
        retrieve.onlyFromCache = onlyFromCache
        retrieve.forceRefresh = options.forceRefresh
        do {
            let maker = try await FaviconMaker(
                favicon, in: site.manifest, pipeline: pipeline, options: retrieve)
            let (files, warning) = try await maker.files()
            if let warning {
                tell(.warning(Diagnostic(.warning, "\(favicon.source): \(warning)", at: favicon.location)))
            }
            return .files(try FaviconFiles(self, files))
        } catch PipelineError.notCached where onlyFromCache {
            return .unknown(try FaviconFiles(self, [], expected: FaviconMaker.names(of: favicon)))
        } catch let error as PipelineError {
            return .failed(
                BuildFailure(
                    location: favicon.location, source: favicon.source, phase: error.phase, code: error.code,
                    reason: error.reason, isTolerated: false, canBeTolerated: false))
        }
    }

    /// Makes the icons for a build, and adds them or their failure to the finished sources.
    func favicon(
        of finished: inout FinishedSources, _ tell: (BuildEvent) -> Void
    ) async throws -> FaviconFiles? {
        switch try await favicon(tell) {
        case .files(let files):
            finished.favicon = files.entry
            return files
        case .failed(let failure):
            finished.failures.append(failure)
            tell(.failed(failure))
        case .unknown: break
        }
        return nil
    }
}
