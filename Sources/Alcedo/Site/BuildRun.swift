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
    /// What remote sources are pinned to.
    let lock: LockBook
    let libraryStamp: ContentDigest
    /// Whether what was learnt is kept for the next build. A build that is to leave the cache alone makes none for it.
    let remembers: Bool
    /// What is in the way of the cache. Nobody hears of it who did not want a cache.
    let cacheTrouble = CacheTrouble()
    let filesRead = FilesRead()
    private let temporaryCache: String?

    /// - Parameter readsOnly: Whether nothing at all is written, not even to a temporary place.
    init(
        _ options: BuildOptions, environment: [String: String], readsOnly: Bool = false,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) throws {
        let site = try Site(options, environment: environment)
        for warning in site.warnings { tell(.warning(warning)) }
        self.site = site
        self.options = options
        lock = try LockBook(
            site.manifest, isFrozen: options.isFrozen(in: environment), isBundled: options.bundle != nil)
        states = DiskStore(
            directory: site.cacheDirectory,
            readingAlso: site.packageCache.map { DiskStore(directory: $0, isReadOnly: true) },
            isReadOnly: readsOnly)
        if !readsOnly { states.beginUse() }
        let obstacle = readsOnly ? nil : states.obstacle()
        if let obstacle, !options.ignoresCache { cacheTrouble.note(obstacle) }
        remembers = !readsOnly && (!options.ignoresCache || Self.isFolder(site.cacheDirectory))
        // Elsewhere on the disk and not in memory, where the variants of a large site have no room.
        temporaryCache =
            options.ignoresCache || obstacle != nil
            ? FileManager.default.temporaryDirectory.path + "/alcedo-" + UUID().uuidString : nil
        let disk =
            temporaryCache.map { [states] in
                DiskStore(directory: $0, readingAlso: options.ignoresCache ? nil : states)
            } ?? states
        let jobs = options.jobs ?? Machine.cores
        let memory = MemoryBudget(
            bytes: options.memory ?? Machine.memory / 2, most: max(Machine.memory, options.memory ?? 0))
        let engine: any ImageEngine =
            options.worker.map { WorkerEngine(executable: $0, processes: jobs, memory: memory) }
            ?? InProcessEngine(threads: jobs, memory: memory)
        libraryStamp = ContentDigest(hashing: try EngineIdentity.libraryStamp())
        pipeline = ImagePipeline(
            configuration: ImagePipeline.Configuration(
                disk: disk, loader: HTTPLoader(configuration: NetworkConfiguration(site.manifest)),
                engine: engine,
                engineIdentity: EngineIdentityMemory.recall(from: states, stamp: libraryStamp), jobs: jobs,
                limits: site.manifest.limits.image, truncation: site.manifest.truncation))
    }

    static func isFolder(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path, followingLinks: true)?.kind == .directory
        } catch {
            return false
        }
    }

    /// Ends what this run has started, and removes what it kept outside the cache.
    func end() {
        // With the process workers end by themselves, and nobody has to wait for that.
        if !options.endsProcess { pipeline.configuration.engine.rest() }
        states.endUse()
        guard let temporaryCache else { return }
        do {
            try DiskStore(directory: temporaryCache).clear()
            try FileSystem.removeEmptyDirectory(at: temporaryCache)
        } catch {
            // It is in the system's own directory for temporary files, which the system empties.
        }
    }

    /// Keeps others from emptying the cache until what comes back is let go.
    func holdOffClearing() -> FileLock? {
        do {
            return try pipeline.configuration.disk.holdOff()
        } catch {
            // A cache that cannot even be locked keeps nothing, which is said elsewhere.
            return nil
        }
    }

    // MARK: State

    func loadState() -> BuildStateFile {
        BuildStateFile.load(named: BuildState.name(forOutput: site.output), from: states)
    }

    func loadRecord() -> OutputRecordFile {
        OutputRecordFile.load(named: OutputRecord.name(forOutput: site.output), from: states)
    }

    /// The same as ``saveState(after:previous:)``, on a thread of its own.
    func saveStateAside(after finished: FinishedSources, previous: BuildStateFile) async throws {
        try await pipeline.blocking.run { self.saveState(after: finished, previous: previous) }
    }

    /// Remembers what was learnt. That it cannot be written costs time at the next build and nothing else.
    func saveState(after finished: FinishedSources, previous: BuildStateFile) {
        guard remembers else { return }
        do {
            if try !isRemembered(finished, by: previous.state) {
                let changes = try changes(after: finished, since: previous.state)
                if !changes.isEmpty {
                    try previous.save(
                        changes, named: BuildState.name(forOutput: site.output), in: states,
                        worthwhileFrom: options.changesFrom)
                }
            }
            // Whoever has finished a source has asked for it, however little there was to make.
            if pipeline.configuration.engineIdentity == nil, finished.items.contains(where: { !$0.isStale }) {
                try EngineIdentityMemory.remember(
                    try pipeline.configuration.engine.identity(), in: states, stamp: libraryStamp)
            }
        } catch {
            note(error)
        }
    }

    /// Whether a state is, without a doubt, the one that would be made: every source has been taken over from it, and
    /// there is nothing else in it.
    private func isRemembered(_ finished: FinishedSources, by state: BuildState) throws -> Bool {
        guard finished.items.allSatisfy(\.isTakenOver), finished.items.count == state.sources.count,
            finished.files.count == state.files.count, !finished.items.isEmpty
        else { return false }
        var recipes = RecipeBook(site.manifest, engine: try pipeline.keys().engine)
        return finished.items.allSatisfy { item in
            guard let source = state.sources[item.source.id] else { return false }
            return source.recipe == recipes.recipe(for: item.source.variants)
                && source.focus == item.source.focus
        }
    }

    private func changes(
        after finished: FinishedSources, since previous: BuildState
    ) throws -> BuildState.Changes {
        var changes = BuildState.Changes()
        func isNew(_ item: FinishedSources.Item) -> Bool { !item.isStale && item.data.isEmpty }
        var known = 0
        if finished.items.contains(where: isNew) {
            // Whoever has finished a source has asked for it already.
            var recipes = RecipeBook(site.manifest, engine: try pipeline.keys().engine)
            for item in finished.items where isNew(item) {
                let recipe = recipes.recipe(for: item.source.variants)
                if let before = previous.sources[item.source.id] {
                    known += 1
                    let isSame =
                        item.isTakenOver
                        || before.fingerprint == item.fingerprint && before.outcome == item.outcome
                    if isSame, before.recipe == recipe, before.focus == item.source.focus { continue }
                }
                changes.sources[item.source.id] = BuildState.Source(
                    fingerprint: item.fingerprint, outcome: item.outcome, recipe: recipe,
                    focus: item.source.focus)
            }
        }
        // What failed or was not selected may be asked for again, as it was.
        if known < previous.sources.count {
            let asked = Set(finished.order).union(finished.items.lazy.filter(isNew).map(\.source.id))
            for id in previous.sources.keys where !asked.contains(id) {
                changes.sources.updateValue(nil, forKey: id)
            }
        }
        var files = 0
        for (path, file) in finished.files {
            let before = previous.files[path]
            if before != nil { files += 1 }
            if before != file { changes.files[path] = file }
        }
        if !finished.isSelection, files < previous.files.count {
            for path in previous.files.keys where finished.files[path] == nil {
                changes.files.updateValue(nil, forKey: path)
            }
        }
        return changes
    }

    // MARK: Trouble

    /// Remembers that nothing could be remembered.
    func note(_ error: any Error) {
        if !options.ignoresCache { cacheTrouble.note(error) }
    }

    /// Which cache could not be written, and why, if that is so.
    var cacheRefusal: CacheCannotWrite? {
        if let reason = cacheTrouble.reason {
            return CacheCannotWrite(directory: site.cacheDirectory, reason: reason)
        }
        return pipeline.cacheTrouble.reason.map {
            CacheCannotWrite(directory: pipeline.configuration.disk.directory, reason: $0)
        }
    }
}

extension NetworkConfiguration {
    /// What a manifest says of remote sources, for a run that begins now.
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
