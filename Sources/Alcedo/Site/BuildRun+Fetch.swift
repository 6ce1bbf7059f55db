import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import Foundation

extension BuildRun {
    /// Loads the remote sources that are not in the cache.
    func fetchSources(tell: @escaping @Sendable (BuildEvent) -> Void) async throws -> BuildReport {
        let (resolution, _) = try resolveSources(tell: tell)
        var report = BuildReport()
        let remote = resolution.sources.filter(\.isRemote)
        tell(.started(sources: remote.count))
        var failures: [(Int, BuildFailure)] = []
        try await withThrowingTaskGroup(of: (ResolvedSource, Result<SourceContent, any Error>).self) {
            group in
            var next = remote.makeIterator()
            func addOne() {
                guard let source = next.next() else { return }
                group.addTask {
                    var ignored = SourceResult()
                    do {
                        let content = try await self.content(of: source, knownBy: BuildState(), nil, &ignored)
                        return (source, .success(content))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        return (source, .failure(error))
                    }
                }
            }
            for _ in 0..<max(1, site.manifest.network.total) { addOne() }
            while let (source, outcome) = try await group.next() {
                switch outcome {
                case .success(let content):
                    report.bytesIn += content.bytes
                    warnIfStale(source, content, tell)
                    let isNew = content.origin == .downloaded
                    if isNew { report.made += 1 } else { report.unchanged += 1 }
                    tell(
                        .source(
                            id: source.id, origin: content.origin, variants: 0,
                            made: isNew ? 1 : 0))
                case .failure(let error):
                    let failure = failure(of: source, PipelineError.filing(error))
                    failures.append((source.order, failure))
                    tell(.failed(failure))
                }
                addOne()
            }
        }
        report.sources = remote.count
        report.failures = failures.sorted { $0.0 < $1.0 }.map(\.1)
        return report
    }
}
