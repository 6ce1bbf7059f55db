public import AlcedoBase
public import AlcedoCache
public import AlcedoImaging
public import AlcedoLoading
public import Foundation

/// Joins provider, loader, processor and cache: asks for pictures, and makes only what is not there yet.
///
/// The order of looking is Kingfisher's: the finished variant in the cache, then the original in the cache, then
/// the source itself. What comes out is a pure function of the source's bytes, the requests and the engine, never
/// of what happened to be cached.
///
/// ```swift
/// let pipeline = ImagePipeline(cacheDirectory: ".alcedo")
/// let thumbnail = try await pipeline.retrieve(
///     .provider(FileImageDataProvider(path: "photos/ada.jpg")),
///     ImageRequest(geometry: ResizeGeometry(width: 320), encodings: [ImageEncoding(format: .format(.webp))]))
/// ```
public final class ImagePipeline: Sendable {
    /// The parts of a pipeline and its bounds.
    public struct Configuration: Sendable {
        /// Where originals and variants are kept.
        public var disk: DiskStore
        /// What stands in front of it: finished variants in memory. `nil` for none.
        public var memory: MemoryStore<CacheKey, RetrievedImage>?
        /// What loads remote sources.
        public var loader: HTTPLoader
        /// What makes the pixels.
        public var engine: any ImageEngine
        /// What the engine would say its identity is, if somebody knows already: asking it starts libvips.
        public var engineIdentity: ContentDigest?
        /// How many sources are worked on at a time.
        public var jobs: Int
        /// The bounds that every source must stay within.
        public var limits: ImageLimits
        /// What a cut-off source gives.
        public var truncation: TruncationPolicy
        /// Tells the time, by which copies of remote sources grow old.
        public var now: @Sendable () -> Date = { Date() }

        /// Takes the parts.
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

    /// The parts it is made of.
    public let configuration: Configuration

    let blocking: BlockingQueue
    let working: AsyncSemaphore
    let cacheTrouble = CacheTrouble()
    let productions = SingleFlight<ContentDigest, Production>()
    /// What each remote source was when a picture of it came into memory.
    let rememberedRemotes = MemoryStore<CacheKey, RemoteRecord>(
        costLimit: 0, countLimit: ImagePipeline.maxRememberedRemotes, expiration: .never)
    private let remotes = SingleFlight<ContentDigest, SourceContent>()

    /// Joins the parts.
    public init(configuration: Configuration) {
        let jobs = min(max(configuration.jobs, 1), 1024)
        var configuration = configuration
        configuration.jobs = jobs
        self.configuration = configuration
        blocking = BlockingQueue(width: jobs)
        working = AsyncSemaphore(jobs * 2)
    }

    /// Joins parts with their usual settings: a disk cache in `cacheDirectory`, a memory tier of 100 MB and five
    /// minutes in front of it, as many jobs as there are cores.
    public convenience init(cacheDirectory: String) {
        let cores = Machine.cores
        self.init(
            configuration: Configuration(
                disk: DiskStore(directory: cacheDirectory),
                memory: MemoryStore(costLimit: 100_000_000, countLimit: 10_000, expiration: .seconds(300)),
                loader: HTTPLoader(configuration: NetworkConfiguration()),
                engine: InProcessEngine(threads: cores), jobs: cores))
    }

    /// The keys under which results are filed. May start libvips, so it is not asked on a cooperative thread.
    func keys() throws -> CacheKeys {
        CacheKeys(
            engine: try configuration.engineIdentity ?? configuration.engine.identity(),
            truncation: configuration.truncation)
    }

    /// Makes what is asked of one source, or finds it. The same work asked for twice at the same time is done once.
    func produce(_ order: ProductionOrder) async throws -> Production {
        while true {
            do {
                return try await productions.value(for: order.identity) { try await self.make(order) }
            } catch let error as SourceUnreadable {
                if error.reader === order.reader { throw PipelineError.filing(error.reason) }
                // That of another with the same bytes, and says nothing of this one.
            }
        }
    }

    /// The bytes of a remote source. The same address asked for twice at the same time is loaded once.
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
        key.write(options.wantsProof)
        key.write(options.cacheMemoryOnly)
        key.write(options.diskExpiration ?? .never)
        key.write(options.diskAccessExtendingExpiration)
        return try await remotes.value(for: key.digest) {
            try await self.loadRemote(resource, options: options)
        }
    }
}

extension PipelineError {
    /// Files an error of one of the rooms under its phase. Cancellation stays what it is, and so do the loss of an
    /// original, which is made good by trying again, and what concerns one of several sources.
    static func filing(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError, is OriginalLost, is SourceUnreadable, is PipelineError: error
        case let error as ImagingError: PipelineError.imaging(error)
        case let error as LoadingError: PipelineError.loading(error)
        default: PipelineError.provider(reason: String(describing: error))
        }
    }
}
