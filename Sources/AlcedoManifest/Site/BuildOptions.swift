import AlcedoBase
public import AlcedoRecipes

/// Options of a build, besides the manifest.
public struct BuildOptions: Hashable, Sendable {
    /// Path of the manifest.
    public var manifest: String
    /// Overrides the manifest's `output`; relative to the current directory.
    public var output: String?
    /// Overrides the manifest's `cache`; relative to the current directory.
    public var cacheDirectory: String?
    /// Number of sources processed at a time; `nil` for the number of cores, or a container's limit.
    public var jobs: Int?
    /// Memory for all sources in progress, in bytes; `nil` for half of the machine's memory, or of a container's
    /// limit. Enforced by estimates: see ``/AlcedoRecipes/MemoryBudget``.
    public var memory: Int?
    /// Executable of the worker processes that decode and encode, which can crash or hang without harm; `nil` to work
    /// in this process. See ``/AlcedoWorkers/WorkerEngine``.
    public var worker: WorkerExecutable?
    /// The engine in this process, for a build without workers, and for processors and serializers of your own, which other
    /// processes do not have: `.threads` of `AlcedoImaging`. A build that needs one and has none throws
    /// ``/AlcedoRecipes/ImagingError/library(reason:)``.
    public var inProcess: EngineMaker?
    /// Whether it is an error if the kernel has no complete sandbox for workers (Landlock and seccomp, on Linux).
    public var requiresSandbox = false
    /// Globs of ids. If not empty, only matching sources are built, every other entry of the index is kept, and nothing
    /// is deleted.
    public var only: [String] = []
    /// Absolute paths of files. If not empty, only sources with one of them are built, as with ``only``.
    package var onlyFiles: Set<String> = []
    /// Whether to build without network access.
    public var offline = false
    /// Whether to load remote sources again and remake every variant.
    public var forceRefresh = false
    /// Whether the cache of originals and variants is neither read nor written.
    public var ignoresCache = false
    /// Whether the lock file must not change; a remote source without a pin is then an error. `nil` for the default:
    /// frozen if the environment variable `CI` is set to anything but an empty string, `0` or `false`.
    public var frozen: Bool?
    /// Whether to hash every source and output instead of trusting timestamps.
    public var checksum = false
    /// Whether to only fill the cache, for a later build, and publish nothing.
    public var cacheOnly = false
    /// The part to make, for the cache only: a build without a part then assembles all of them. `nil` for everything.
    public var shard: Shard?
    /// Destination of a build for a target's bundle; `nil` for a regular build of a site.
    public var bundle: BundledBuild?

    /// Destination of a build for a target's bundle, started by a build tool plugin.
    ///
    /// Such a build runs inside another build, so it does not use the network, does not write the lock file, and only
    /// reads the package's cache. It ignores `output`, `index`, `swift`, `on-error` and `prune` of the manifest: a
    /// bundle is either complete, or the build fails.
    public struct BundledBuild: Hashable, Sendable {
        /// Folder for the files and the index.
        public var output: String
        /// Swift file for the accessors.
        public var swift: String

        /// Creates a destination from paths relative to the current directory.
        public init(output: String, swift: String) {
            self.output = output
            self.swift = swift
        }
    }

    /// Whether the process exits after the build. Its memory is then left to the system: freeing the ledger of many
    /// thousand pictures takes as long as checking them.
    public var endsProcess = false

    /// Whether a worker starts before it is known that there is something to make, which saves the time in which that is found out.
    package var startsWorker = false

    /// Creates the options of a default build.
    public init(manifest: String = "images.yml", inProcess: EngineMaker? = nil) {
        self.manifest = manifest
        self.inProcess = inProcess
    }

    /// Whether only some sources are built.
    package var isSelection: Bool { !only.isEmpty || !onlyFiles.isEmpty }

    package func isFrozen(in environment: [String: String]) -> Bool {
        if bundle != nil { return true }
        return frozen ?? !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
    }
}
