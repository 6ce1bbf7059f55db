import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading
import Foundation

/// One run over one manifest: the places it uses, and the parts that do its work.
final class BuildRun: Sendable {
    let site: Site
    let options: BuildOptions
    /// Where state and records are kept, also when the cache of pictures is not used.
    let states: DiskStore
    let pipeline: ImagePipeline
    let libraryStamp: ContentDigest
    private let temporaryCache: String?

    init(
        _ options: BuildOptions, environment: [String: String], tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws {
        let site = try Site(options, environment: environment)
        for warning in site.warnings { tell(.warning(warning)) }
        self.site = site
        self.options = options
        states = DiskStore(directory: site.cacheDirectory)
        temporaryCache =
            options.ignoresCache
            ? FileManager.default.temporaryDirectory.path + "/alcedo-" + UUID().uuidString : nil
        let disk = temporaryCache.map { DiskStore(directory: $0) } ?? states
        let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
        libraryStamp = ContentDigest(hashing: try EngineIdentity.libraryStamp())
        pipeline = ImagePipeline(
            configuration: ImagePipeline.Configuration(
                disk: disk, loader: HTTPLoader(configuration: NetworkConfiguration(site.manifest)),
                engine: InProcessEngine(threads: jobs),
                engineIdentity: EngineIdentityMemory.recall(from: states, stamp: libraryStamp), jobs: jobs,
                limits: site.manifest.limits.image, truncation: site.manifest.truncation))
    }

    /// Removes what this run kept outside the cache.
    func end() {
        guard let temporaryCache else { return }
        do {
            try DiskStore(directory: temporaryCache).clear()
            try FileSystem.removeEmptyDirectory(at: temporaryCache)
        } catch {
            // It is in the system's own directory for temporary files, which the system empties.
        }
    }

    // MARK: State

    func loadState() -> BuildState {
        guard let data = states.loadState(named: BuildState.name(forOutput: site.output)) else {
            return BuildState()
        }
        do {
            return try BuildState(data)
        } catch {
            // Another version wrote it. It only saves time.
            return BuildState()
        }
    }

    func loadRecord() -> OutputRecord {
        guard let data = states.loadState(named: OutputRecord.name(forOutput: site.output)) else {
            return OutputRecord()
        }
        do {
            return try OutputRecord(data)
        } catch {
            return OutputRecord()
        }
    }

    /// Remembers what was learnt. That it cannot be written costs time at the next build and nothing else.
    func saveState(after finished: FinishedSources, previous: BuildState) {
        var state = BuildState()
        state.files = finished.files
        for item in finished.items where !item.isStale && item.data.isEmpty {
            state.sources[item.source.id] = BuildState.Source(
                fingerprint: item.fingerprint, outcome: item.outcome)
        }
        // What failed or was not selected may be asked for again, as it was.
        let known = Set(finished.order)
        for (id, source) in previous.sources where state.sources[id] == nil && known.contains(id) {
            state.sources[id] = source
        }
        if finished.isSelection { state.files.merge(previous.files) { newer, _ in newer } }
        do {
            if state != previous {
                try states.storeState(state.data, named: BuildState.name(forOutput: site.output))
            }
            if pipeline.configuration.engineIdentity == nil, finished.items.contains(where: { $0.made > 0 }) {
                try EngineIdentityMemory.remember(
                    try pipeline.configuration.engine.identity(), in: states, stamp: libraryStamp)
            }
        } catch {
            pipeline.cacheTrouble.note(error)
        }
    }
}

extension NetworkConfiguration {
    /// What a manifest says of remote sources.
    init(_ manifest: Manifest) {
        self.init()
        allow = manifest.network.allow.map(\.text)
        timeout = manifest.network.timeout
        retries = manifest.network.retries
        perHost = manifest.network.perHost
        total = manifest.network.total
        redirects = manifest.network.redirects
        byteLimit = manifest.limits.bytes
    }
}
