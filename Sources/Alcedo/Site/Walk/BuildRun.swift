import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes
import AlcedoWorkers

/// One run over one manifest: its paths and components.
final class BuildRun: Sendable {
    let site: Site
    let options: BuildOptions
    /// Store of the ledger, used even if the cache of pictures is not.
    let states: DiskStore
    let pipeline: ImagePipeline
    /// Pins of remote sources.
    let lock: LockBook
    let libraryStamp: ContentDigest?
    /// Whether the last run has told where libvips is, so that it was not loaded to find it.
    private let isLibraryKnown: Bool
    /// Whether state is saved for the next build. A build that ignores the cache does not create one for it.
    let remembers: Bool
    /// First failure to write the cache; not recorded if the build ignores the cache.
    let cacheWriteFailure = CacheWriteFailure()
    let sourceDigests: SourceDigests
    /// The number of pictures whose gain maps are left out.
    let gainMaps = Locked(0)
    /// Memory for pictures and videos in progress.
    let memory: MemoryBudget
    /// The user's ffmpeg, once it was looked for.
    let ffmpeg = Locked<FFmpeg?>(nil)
    /// Held while it is looked for, with the reason why it was not found.
    let ffmpegSearch = Locked<FFmpeg.Failure?>(nil)
    private let temporaryCache: String?
    private let pauses: SharedCachePauses?

    /// - Parameters:
    ///   - readsOnly: Whether nothing is written, not even to a temporary directory.
    ///   - memory: What this run shares with those before and after it.
    init(
        _ builder: SiteBuilder, readsOnly: Bool = false, memory: PreviewMemory? = nil,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws {
        sourceDigests = memory?.digests ?? SourceDigests()
        var (options, extensions) = (builder.options, builder.extensions)
        if options.shard != nil { options.cacheOnly = true }
        let site = try builder.site()
        for warning in site.warnings { tell(.warning(warning)) }
        self.site = site
        self.options = options
        lock = try LockBook(
            site.manifest, isFrozen: options.isFrozen(in: builder.environment),
            isBundled: options.bundle != nil)
        states = DiskStore(
            directory: site.cacheDirectory,
            readingAlso: site.packageCache.map { DiskStore(directory: $0, isReadOnly: true) },
            isReadOnly: readsOnly)
        if !readsOnly { states.beginUse() }
        let obstacle = readsOnly ? nil : states.obstacle()
        if let obstacle, !options.ignoresCache { cacheWriteFailure.note(obstacle) }
        // A part is not the state of a site.
        remembers =
            !readsOnly && options.shard == nil
            && (!options.ignoresCache || Self.isFolder(site.cacheDirectory))
        // On disk rather than in memory, which may be too small for the variants of a large site.
        temporaryCache =
            options.ignoresCache || obstacle != nil
            ? FileManager.default.temporaryDirectory.path + "/alcedo-" + UUID().uuidString : nil
        if let temporaryCache, !readsOnly { Self.reserve(temporaryCache) }
        let disk =
            temporaryCache.map { [states] in
                DiskStore(directory: $0, readingAlso: options.ignoresCache ? nil : states)
            } ?? states
        let jobs = options.jobs ?? Machine.cores
        let budget = MemoryBudget(
            bytes: options.memory ?? Machine.memory / 2, maxPerJob: max(Machine.memory, options.memory ?? 0))
        let makeEngine: () -> any ImageEngine = {
            options.worker.map {
                WorkerEngine(
                    executable: $0, processes: jobs, memory: budget,
                    requiresSandbox: options.requiresSandbox, inProcess: options.inProcess)
            }
                ?? EngineMaker.engine(of: options.inProcess, threads: jobs, memory: budget)
        }
        let engine = memory?.engine(makeEngine) ?? makeEngine()
        self.memory = budget
        // Before anything asks for libraries.
        isLibraryKnown = EngineIdentityMemory.findLibrary(from: states)
        // Workers that outlive a run have loaded what was there.
        if DrawingTools.forget() { engine.rest() }
        // Before a worker loads them. What makes nothing does not load libvips to find it.
        let stamp =
            isLibraryKnown || !readsOnly ? ContentDigest(hashing: try EngineIdentity.libraryStamp()) : nil
        libraryStamp = stamp
        if options.startsWorker { engine.prepare(for: 1) }
        var configuration = ImagePipeline.Configuration(
            disk: disk,
            loader: HTTPLoader(
                configuration: NetworkConfiguration(site.manifest),
                retryStrategy: extensions.retryStrategy, requestModifier: extensions.requestModifier,
                redirectHandler: extensions.redirectHandler,
                responseChecker: extensions.responseChecker),
            engine: engine,
            engineIdentity: stamp.flatMap { [states] in EngineIdentityMemory.recall(from: states, stamp: $0)
            },
            jobs: jobs,
            limits: site.manifest.limits.image, truncation: site.manifest.truncation)
        configuration.availableMemory = budget.maxPerJob
        pauses = builder.pauses
        let isPaused = site.manifest.remoteCache.map { builder.pauses?.covers($0.address) ?? false } ?? true
        if !isPaused, !readsOnly, !options.offline, options.bundle == nil, !options.ignoresCache {
            configuration.shared = try SharedCache.make(
                for: site, environment: builder.environment, disk: disk, tell: tell)
            configuration.offersWhatIsCached = options.shard != nil
        }
        pipeline = ImagePipeline(configuration: configuration)
    }

    /// Reports the sandbox of workers, which the kernel determines.
    ///
    /// - Throws: `SiteError.noSandbox` if it is required and a part of it is missing.
    func checkSandbox(_ tell: (BuildEvent) -> Void) throws(SiteError) {
        guard options.worker != nil else { return }
        let sandbox = WorkerSandbox.available
        if options.requiresSandbox, let missing = sandbox.missing { throw .noSandbox(missing: missing) }
        tell(.sandbox(sandbox.description, missing: sandbox.missing))
    }

    /// Creates a folder that no other user can look into: variants may not be public yet.
    private static func reserve(_ folder: String) {
        do {
            try FileSystem.createDirectory(at: FileSystem.folder(of: folder))
            try FileSystem.createPrivateDirectory(at: folder)
        } catch {
            // The first write reports it.
        }
    }

    static func isFolder(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path, followingLinks: true)?.kind == .directory
        } catch {
            return false
        }
    }

    /// Stops what this run has started, and removes its temporary cache.
    func end() {
        ffmpeg.withLock { $0 }?.end()
        if let shared = pipeline.configuration.shared {
            if shared.isFailing, let cache = site.manifest.remoteCache { pauses?.begin(cache.address) }
            shared.close()
        }
        // Workers exit along with this process, so there is no need to wait for them; but if it was stopped, another command
        // may follow at once.
        if !options.endsProcess || Task.isCancelled { pipeline.configuration.engine.rest() }
        states.endUse()
        if Task.isCancelled { removeUnfinished() }
        guard let temporaryCache else { return }
        do {
            try DiskStore(directory: temporaryCache).clear()
            try FileSystem.removeEmptyDirectory(at: temporaryCache)
        } catch {
            // It is in the system's temporary directory, which the system cleans up.
        }
    }

    /// Runs `body`, and then ends the run. If it was cancelled, waits until the work that it has given up has stopped.
    func ending<Value>(_ body: () async throws -> Value) async throws -> Value {
        defer { end() }
        do {
            return try await body()
        } catch {
            if Task.isCancelled { await pipeline.settle(within: .seconds(0.5)) }
            throw error
        }
    }

    /// Removes what stopped workers and programs were writing.
    private func removeUnfinished() {
        do {
            try FileSystem.removeOwnTemporaryFiles(in: pipeline.configuration.disk.temporaryDirectory)
        } catch {
            // Trimming the cache removes the remaining temporary files.
        }
    }

    /// Prevents other processes from clearing the cache while the returned lock is held.
    func holdOffClearing() -> FileLock? {
        do {
            return try pipeline.configuration.disk.holdOff()
        } catch {
            // A cache that cannot be locked cannot be written either, which is reported elsewhere.
            return nil
        }
    }

    // MARK: State

    /// Identifier of the output directory's ledger.
    var ledgerID: String { Ledger.id(ofOutput: site.output) }

    func loadLedger() -> Ledger { Ledger.load(ledgerID, from: states) }

    /// Writes the journal of a publication. A failure is not fatal, since the index names the files as well.
    func announce(_ journal: LedgerJournal) {
        guard remembers else { return }
        do {
            try journal.save(as: ledgerID, in: states)
        } catch {
            note(error)
        }
    }

    /// Saves the ledger for the next build. A failure to write it only costs the next build time.
    func save(_ ledger: Ledger, after finished: FinishedSources) {
        guard remembers else { return }
        do {
            try ledger.save(as: ledgerID, in: states)
        } catch {
            note(error)
        }
        rememberEngine(after: finished)
    }

    /// Saves the identity of the engine, which takes time to compute, and the place of libvips for the next run.
    func rememberEngine(after finished: FinishedSources) {
        // Already computed: finishing a source requires it.
        let known = pipeline.configuration.engineIdentity
        guard let libraryStamp, known == nil || !isLibraryKnown,
            finished.items.contains(where: { !$0.isStale })
        else { return }
        do {
            try EngineIdentityMemory.remember(
                try known ?? pipeline.configuration.engine.identity(), in: states, stamp: libraryStamp)
        } catch {
            note(error)
        }
    }

    // MARK: Trouble

    /// Records a failure to write the cache.
    func note(_ error: any Error) {
        if !options.ignoresCache { cacheWriteFailure.note(error) }
    }

    /// The cache that could not be written, with the reason, if any.
    var cacheRefusal: (directory: String, reason: String)? {
        if let reason = cacheWriteFailure.reason { return (site.cacheDirectory, reason) }
        return pipeline.cacheWriteFailure.reason.map { (pipeline.configuration.disk.directory, $0) }
    }

    /// - Throws: `SiteError.cacheCannotWrite` if the cache could not be written.
    func checkCache() throws(SiteError) {
        guard let refusal = cacheRefusal else { return }
        throw .cacheCannotWrite(directory: refusal.directory, reason: refusal.reason)
    }
}

extension NetworkConfiguration {
    /// Creates the configuration from a manifest, for a run that starts now.
    init(_ manifest: Manifest) {
        self.init()
        allow = manifest.network.allow.map(\.text)
        timeout = manifest.network.timeout
        retries = manifest.network.retries
        perHost = manifest.network.perHost
        total = manifest.network.total
        redirects = manifest.network.redirects
        byteLimit = manifest.limits.bytes
        deadline = manifest.network.deadline.map { .now + .seconds($0) }
        remembersFailures = true
    }
}
