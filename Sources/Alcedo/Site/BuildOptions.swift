public import AlcedoImaging

/// What a build is told besides the manifest.
public struct BuildOptions: Hashable, Sendable {
    /// The path of the manifest.
    public var manifest: String
    /// Takes the place of the manifest's `output`, relative to the current directory.
    public var output: String?
    /// Takes the place of the manifest's `cache`, relative to the current directory.
    public var cacheDirectory: String?
    /// How many sources are worked on at a time; `nil` for the number of cores, or what a container leaves of them.
    public var jobs: Int?
    /// How many bytes of memory they may take together; `nil` for half of what the machine has, or of what a container
    /// leaves of it. It is kept by estimates: see ``/AlcedoImaging/MemoryBudget``.
    public var memory: Int?
    /// What is started to decode and encode in processes of their own, which can crash or hang without harm; `nil` to
    /// do it in this process. See ``/AlcedoImaging/WorkerEngine``.
    public var worker: WorkerExecutable?
    /// Globs of ids. Only sources that match one of them are built, every other entry of the index is kept, and
    /// nothing is deleted.
    public var only: [String] = []
    /// Whether the network is left alone.
    public var offline = false
    /// Whether remote sources are loaded again and every variant is made anew.
    public var forceRefresh = false
    /// Whether the cache of originals and variants is neither read nor written.
    public var ignoresCache = false
    /// Whether the lock file stays as it is: a remote source without a pin is a mistake then. `nil` for what is usual:
    /// so where the environment has `CI`, unless it is empty, `0` or `false`.
    public var frozen: Bool?
    /// Whether every source and output is hashed instead of believing time stamps.
    public var checksum = false
    /// Whether what is missing is made for the cache and nothing is published: for a later build that finds it there.
    public var cacheOnly = false
    /// Where to build to for a target's bundle; `nil` for a site's own build.
    public var bundle: BundledBuild?

    /// The places of a build for the bundle of a target, which a plugin of the build system starts.
    ///
    /// It happens within somebody else's build, so it leaves alone what is not its own: the network, the lock file, and
    /// the cache of the package, which it reads. `output`, `index`, `swift`, `on-error` and `prune` of the manifest do
    /// not count: a bundle is whole, or the build fails.
    public struct BundledBuild: Hashable, Sendable {
        /// The folder for the files and the index.
        public var output: String
        /// The Swift file with the accessors.
        public var swift: String

        /// Names the places, relative to the current directory.
        public init(output: String, swift: String) {
            self.output = output
            self.swift = swift
        }
    }

    /// Whether the process ends with the build. What it took to remember many thousand pictures is left for the system to
    /// take back then: doing so one by one takes as long as looking at them.
    public var endsProcess = false

    // From how many pictures on what a build has changed is written beside what it remembers of all the others.
    // A build that is to be killed does so however few there are.
    var changesFrom = FaultInjection.isArmed ? 1 : 1000

    /// The usual build of a manifest.
    public init(manifest: String = "images.yml") {
        self.manifest = manifest
    }

    func isFrozen(in environment: [String: String]) -> Bool {
        if bundle != nil { return true }
        return frozen ?? !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
    }
}
