import Alcedo
import AlcedoImaging
import AlcedoManifest
import AlcedoRecipes
import ArgumentParser

/// The locations of the manifest, its output and its cache, shared by commands.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The manifest.", valueName: "file"),
        completion: Completions.manifest)
    var manifest = "images.yml"

    @Option(
        help: ArgumentHelp(
            "The folder for variants, instead of the manifest's 'output'.", valueName: "directory"),
        completion: Completions.folder)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The folder for originals and variants between builds (also ALCEDO_CACHE_DIR).",
            valueName: "directory"), completion: Completions.folder)
    var cacheDir: String?

    func validate() throws {
        try TypedPath.check(manifest, "--manifest", names: .file)
        try TypedPath.check(output, "--output", names: .folder)
        try TypedPath.check(cacheDir, "--cache-dir", names: .folder)
    }
}

/// The choice of the process that decodes and encodes pictures.
struct ProcessOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Decode and encode in this process instead of in workers.",
            discussion: "A file that crashes or hangs a decoder then crashes or hangs the whole build."))
    var inProcess = false

    /// The executable to start as a worker; `nil` for no workers.
    var worker: WorkerExecutable? { inProcess ? nil : .current }

    /// Chooses the engine of a build.
    func choose(for options: inout BuildOptions) {
        options.worker = worker
        options.inProcess = .threads
    }
}

/// How much of the machine a build takes.
struct EffortOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The number of sources processed at the same time; the default is the number of cores.",
            valueName: "number"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "The memory they may take together, such as 4GB; the default is half of the machine's.",
            valueName: "size"),
        transform: { text in
            guard let bytes = Quantity.bytes(text), bytes > 0 else {
                throw ValidationError(
                    "expected a number of bytes such as 4GB (kB, MB, GB, TB, KiB, …), received '\(text)'.")
            }
            // The unit is probably missing: no picture fits into less than a megabyte.
            guard bytes >= 1_000_000 || Quantity.hasUnit(text) else {
                throw ValidationError(
                    "\(text) is \(bytes) bytes; add a unit: \(text)MB or \(text)GB.")
            }
            return bytes
        })
    var memory: Int?

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs: expected a number from 1 to 1024, received \(jobs).")
        }
    }
}

extension BuildOptions {
    /// The options of every command that reads a manifest.
    init(_ place: ManifestOptions) {
        self.init(manifest: place.manifest)
        output = place.output
        cacheDirectory = place.cacheDir
    }

    /// The options that every command with pictures to make has.
    init(_ place: ManifestOptions, _ effort: EffortOptions, _ process: ProcessOptions) {
        self.init(place)
        jobs = effort.jobs
        memory = effort.memory
        process.choose(for: &self)
    }
}

/// How changes are noticed.
struct WatchingOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Look at everything each second instead of being told by the system.",
            discussion: "For drives that another machine writes to. Network drives are looked at in any case."
        ))
    var poll = false
}

/// The amount and the format of output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object per event and line to standard output.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print the result of every source.")
    var verbose = false

    func validate() throws {
        if quiet && verbose { throw ValidationError("--quiet and --verbose cannot both be given.") }
    }
}

/// Whether the lock file may change.
struct LockOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help:
            "Leave images.lock as it is; a remote source without a pin is an error. The default where CI is set."
    )
    var frozen: Bool?
}
