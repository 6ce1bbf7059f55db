import Alcedo
import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes
import AlcedoStarter
import AlcedoTools
import ArgumentParser

struct MakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract:
            "Make pictures without a manifest: sizes and formats of files and folders, with plain names.",
        discussion: """
            Of one picture, its <picture> for a page in the current folder is printed as well; write the 'alt' yourself. \
            Nothing is enlarged, and metadata, such as where a picture was taken, is left out. What a former run has made of \
            the same pictures comes from ~/.cache/alcedo.

            Examples:
              alcedo make heron.jpg -w 640,1280 -f avif,webp,jpeg
              alcedo make photos/ -w 640 --thumb 320x240 -o small
              alcedo make logo.png -f webp --quality 90
              alcedo make photos/ -w 640 --manifest > images.yml
            """)

    @Argument(
        help: ArgumentHelp("Pictures, and folders of pictures.", valueName: "picture"),
        completion: Completions.file)
    var pictures: [String]

    @Option(
        name: [.customShort("w"), .customLong("width")],
        help: ArgumentHelp("The widths in pixels, such as 640,1280.", valueName: "widths"),
        transform: { try MakeWords.widths($0) })
    var widths: [[Int]] = []

    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            "The formats, such as avif,webp,jpeg, also png, gif and jxl; the default, auto, is JPEG, or PNG if the picture is transparent.",
            valueName: "formats"), transform: { try MakeWords.formats($0) })
    var formats: [[RequestedFormat]] = []

    @Option(
        help: ArgumentHelp(
            "A crop to what attracts attention, such as 320x240.", valueName: "width x height"),
        transform: { try MakeWords.size($0) })
    var thumb: [PixelSize] = []

    @Option(
        help: ArgumentHelp(
            "The quality of formats with loss, 1 to 100; the default is 80, and 50 for AVIF.",
            valueName: "number"),
        transform: { try MakeWords.quality($0) })
    var quality: Int?

    @Option(help: ArgumentHelp("The radius of the corners in pixels.", valueName: "pixels"))
    var rounded: Double?

    @Option(help: ArgumentHelp("The strength of a blur in pixels.", valueName: "pixels"))
    var blur: Double?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder for the pictures; the default is the current one.", valueName: "directory"),
        completion: Completions.folder)
    var output = "."

    @Flag(help: "Overwrite files that no run has written. The pictures themselves are never overwritten.")
    var force = false

    @Flag(
        help: "Print an images.yml that makes the same pictures in a folder of their own, and make nothing.")
    var manifest = false

    @Option(
        help: ArgumentHelp(
            "The folder for variants between runs (also ALCEDO_CACHE_DIR).", valueName: "directory"),
        completion: Completions.folder)
    var cacheDir: String?

    @OptionGroup var effort: EffortOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup var saying: OutputOptions

    func validate() throws {
        try TypedPath.check(output, "--output", names: .folder)
        try TypedPath.check(cacheDir, "--cache-dir", names: .folder)
        if thumb.count > 1 {
            throw ValidationError(
                "--thumb is given \(thumb.count) times; run the command once for each crop.")
        }
        if saying.quiet, let number = pictures.first(where: { Int($0) != nil }) {
            throw ValidationError("-q is --quiet; for a quality, write --quality \(number).")
        }
    }

    /// The formats that are asked for; options may be repeated.
    private var asked: [RequestedFormat] {
        formats.isEmpty ? [.auto] : MakeWords.ordered(formats.flatMap(\.self))
    }

    private var settings: QuickManifest.Settings {
        var settings = QuickManifest.Settings()
        settings.widths = Set(widths.flatMap(\.self)).sorted()
        settings.thumb = thumb.first
        settings.formats = asked
        settings.quality = quality
        settings.radius = rounded
        settings.blur = blur
        return settings
    }

    func run() async throws {
        let reporter = Reporter(options: saying)
        let path = PathRules.absolute(output, from: FileSystem.currentDirectory)
        try await Interruption.watching(reporter, writes: !manifest) {
            do {
                if settings.isEmpty {
                    throw ToolError.usage(
                        "nothing is asked for; give widths (-w 640,1280), formats (-f avif,webp,jpeg) or a crop (--thumb 320x240)"
                    )
                }
                let quick = try QuickManifest(pictures, output: path, settings: settings)
                if manifest {
                    // A build's folder has nothing else in it.
                    let isHere = path == FileSystem.currentDirectory
                    let text = try quick.text(output: isHere ? "images" : output, path: path)
                    for line in text { reporter.sayAsIs(line) }
                    return
                }
                try await make(quick, in: path, reporter)
            } catch let mistake as QuickManifest.Mistake {
                throw ToolError.usage(mistake.description)
            }
        }
    }

    /// Whether arguments, which nothing has read yet, are those of a command that surely needs a worker.
    static func startsWorker(_ arguments: some Sequence<String>) -> Bool {
        let others = ["--in-process", "--manifest", "--help", "-h"]
        return arguments.first { _ in true } == "make" && !arguments.contains(where: others.contains)
    }

    private func make(_ quick: QuickManifest, in path: String, _ reporter: Reporter) async throws {
        var options = BuildOptions()
        options.jobs = effort.jobs
        options.memory = effort.memory
        process.choose(for: &options)
        let cache = cacheDir ?? MakeWords.cache(ProcessInfo.processInfo.environment)
        options.cacheDirectory = cache
        options.ignoresCache = cache == nil
        options.endsProcess = true
        options.startsWorker = true
        var folder = PlainFolder(
            path, store: DiskStore(directory: cache ?? path + "/.alcedo", isReadOnly: cache == nil))
        try FileSystem.createDirectory(at: path)
        defer {
            do {
                try folder.removeStaging()
            } catch {
                reporter.note("\(folder.staging) was left: \(error)")
            }
        }
        let manifest = try quick.manifest(
            staging: folder.staging, output: path,
            baseURL: MakeWords.baseURL(PathRules.relative(path, to: FileSystem.currentDirectory)))
        let report = try await SiteBuilder(manifest: manifest, options: options).build { reporter.tell($0) }
        guard report.isPublished else {
            reporter.finish(report, consequence: { _ in "; nothing was written" })
            throw ExitCode(1)
        }
        if report.sources == 0 {
            throw ToolError.usage("there is no picture in \(pictures.joined(separator: ", "))")
        }
        let index = try ImageIndex(contentsOf: report.index)
        let files = index.entries.flatMap { _, entry in entry.plainFiles }
        let result = try folder.take(
            Dictionary(files.map { ($0.name, $0) }) { first, _ in first }.values.sorted { $0.name < $1.name },
            overwrites: force, sources: quick.files)
        reporter.finish(report, line: { Self.line($0, result) }, consequence: { _ in "" })
        for line in MakeWords.missing(asked, in: index) + MakeWords.narrow(settings.widths, in: index) {
            reporter.note(line)
        }
        try reporter.show(index, in: output)
        if !report.failures.isEmpty { throw ExitCode(1) }
    }

    /// `41 pictures: 240 files written, 6 as they were; 92.1 MB in, 31.4 MB out; 12.3 s`
    private static func line(_ report: BuildReport, _ result: PlainFolder.Result) -> String {
        var parts: [String] = []
        if result.written > 0 { parts.append("\(counted(result.written, "file")) written") }
        if result.unchanged > 0 { parts.append("\(grouped(result.unchanged)) as they were") }
        if !report.failures.isEmpty { parts.append("\(grouped(report.failures.count)) failed") }
        return counted(report.sources, "picture") + ": " + parts.joined(separator: ", ")
            + "; \(byteCount(report.bytesIn)) in, \(byteCount(report.bytesOut)) out; "
            + duration(report.seconds)
    }
}
