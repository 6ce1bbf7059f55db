public import AlcedoBase
public import AlcedoCache
public import AlcedoLoading
public import AlcedoRecipes

/// Combines provider, loader, processor and cache to retrieve pictures, making only what is missing.
///
/// The lookup order is Kingfisher's: the finished variant in the cache, then the original in the cache, then the
/// source itself. The result is a pure function of the source's bytes, the requests and the engine, independent of
/// what is cached.
///
/// ```swift
/// let pipeline = ImagePipeline(cacheDirectory: ".alcedo", engine: .threads)
/// let thumbnail = try await pipeline.retrieve(
///     .provider(FileImageDataProvider(path: "photos/ada.jpg")),
///     ImageRequest(geometry: ResizeGeometry(width: 320), encodings: [ImageEncoding(format: .format(.webp))]))
/// ```
public final class ImagePipeline: Sendable {
    /// Components and limits of a pipeline.
    public struct Configuration: Sendable {
        /// Disk cache of originals and variants.
        public var disk: DiskStore
        /// Memory cache of finished variants in front of the disk cache; `nil` for none.
        public var memory: MemoryStore<CacheKey, RetrievedImage>?
        /// Loader of remote sources.
        public var loader: HTTPLoader
        /// Engine that decodes, processes and encodes.
        public var engine: any ImageEngine
        /// Identity of the engine, if already known; computing it starts libvips.
        public var engineIdentity: ContentDigest?
        /// Number of sources processed at a time.
        public var jobs: Int
        /// Limits that apply to every source.
        public var limits: ImageLimits
        /// Policy for truncated sources.
        public var truncation: TruncationPolicy
        /// Memory of the machine in bytes. A source that would take more is refused, and large sources wait for room.
        package var availableMemory = Machine.memory
        /// Cache that machines share, behind the disk cache.
        package var shared: SharedCache?
        /// Whether the shared cache is also offered what is in the disk cache already, where it may have remained when an
        /// earlier build could not send it.
        var offersWhatIsCached = false
        /// Clock that determines the age of cached remote sources.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates a configuration from its components.
        public init(
            disk: DiskStore, memory: MemoryStore<CacheKey, RetrievedImage>? = nil, loader: HTTPLoader,
            engine: any ImageEngine, engineIdentity: ContentDigest? = nil, jobs: Int,
            limits: ImageLimits = ImageLimits(), truncation: TruncationPolicy = .fail
        ) {
            self.disk = disk
            self.memory = memory
            self.loader = loader
            self.engine = engine
            self.engineIdentity = engineIdentity
            self.jobs = jobs
            self.limits = limits
            self.truncation = truncation
        }
    }

    /// Components and limits of this pipeline.
    public let configuration: Configuration

    let blocking: BlockingQueue
    let working: TaskLimiter
    /// Room for the bytes of large sources: a quarter of the memory, since workers need as much.
    let roomForSources: RoomLimiter
    let cacheWriteFailure = CacheWriteFailure()
    let productions = SingleFlight<ContentDigest, Production>()
    /// Content of each remote source at the time a picture of it was stored in memory.
    let rememberedRemotes = MemoryStore<CacheKey, RemoteRecord>(
        costLimit: 0, countLimit: ImagePipeline.maxRememberedRemotes, lifetime: .infinity)
    private let remotes = SingleFlight<ContentDigest, SourceContent>()

    /// Waits until the work that cancelled callers gave up has ended.
    ///
    /// - Parameter limit: The longest wait for each kind of work.
    func settle(within limit: Duration) async {
        await remotes.settle(within: limit)
        await productions.settle(within: limit)
    }

    /// Creates a pipeline. The number of jobs is clamped to 1…1024.
    public init(configuration: Configuration) {
        let jobs = min(max(configuration.jobs, 1), 1024)
        var configuration = configuration
        configuration.jobs = jobs
        self.configuration = configuration
        blocking = BlockingQueue(width: jobs)
        working = TaskLimiter(total: jobs * 2)
        roomForSources = RoomLimiter(total: configuration.availableMemory / 4)
    }

    /// Creates a pipeline with default settings: a disk cache in `cacheDirectory`, a memory cache of 100 MB with a
    /// lifetime of five minutes, and one job per core.
    ///
    /// - Parameter maker: What makes the engine: `.threads` of `AlcedoImaging` works in this process.
    public convenience init(cacheDirectory: String, engine maker: EngineMaker) {
        let cores = Machine.cores
        self.init(
            configuration: Configuration(
                disk: DiskStore(directory: cacheDirectory),
                memory: MemoryStore(costLimit: 100_000_000, countLimit: 10_000),
                loader: HTTPLoader(configuration: NetworkConfiguration()),
                engine: EngineMaker.engine(of: maker, threads: cores, memory: nil), jobs: cores))
    }

    /// Returns the keys of cached results. May start libvips, so do not call it on a cooperative thread.
    func keys() throws -> CacheKeys {
        CacheKeys(
            engine: try configuration.engineIdentity ?? configuration.engine.identity(),
            truncation: configuration.truncation)
    }

    /// Returns the content of a remote source. Equal requests at the same time share one download.
    func remoteContent(_ resource: RemoteResource, options: RetrieveOptions) async throws -> SourceContent {
        var key = FieldWriter()
        key.writeOptional(resource.cacheKey) { $0.write($1) }
        key.writeList(resource.requests) { $0.write($1) }
        key.write(options.forceRefresh)
        key.write(options.onlyFromCache)
        key.write(options.revalidation.rawValue)
        key.write(options.usesStaleOnError)
        key.writeOptional(options.expected) { writer, pin in
            writer.write(pin.digest)
            writer.write(pin.bytes)
        }
        key.write(options.requiresProvenance)
        key.write(options.cacheMemoryOnly)
        return try await remotes.value(for: key.digest) {
            try await self.loadRemote(resource, options: options)
        }
    }
}

extension PipelineError {
    /// Wraps an error of a lower layer as the `PipelineError` of its phase. Cancellation, a lost original, which is
    /// retried, and an unreadable source, which concerns only one of several sources, pass through unchanged.
    static func filing(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError, is OriginalLost, is SourceUnreadable, is PipelineError: error
        case let error as ImagingError: PipelineError.imaging(error)
        case let error as LoadingError: PipelineError.loading(error)
        default: PipelineError.provider(reason: String(describing: error))
        }
    }
}
