import Alcedo
import AlcedoBase
import AlcedoImaging
import AlcedoManifest
import AlcedoWorkers
import ArgumentParser

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Show what this machine has and what it lacks: libraries, formats, cores, sandbox, cache.",
        discussion: """
            Every format is written and read in a worker, as in a build. Exits with 1 if a format that Alcedo supports does not \
            work here, with the package to install.
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var process: ProcessOptions

    func run() async throws {
        let reporter = Reporter(options: try OutputOptions.parse([]))
        try await Interruption.watching(reporter, writes: false) {
            var page = DoctorPage()
            page.machine()
            page.cache(place)
            let memory = MemoryBudget(bytes: Machine.memory / 2, maxPerJob: Machine.memory)
            let engine: any ImageEngine =
                process.worker.map { WorkerEngine(executable: $0, processes: 1, memory: memory) }
                ?? InProcessEngine(threads: 1, memory: memory)
            defer { engine.rest() }
            do {
                page.formats(try await FormatCheck.run(on: engine))
                page.text()
            } catch let error as ImagingError {
                page.withoutFormats(error)
            }
            page.video()
            for line in page.lines { reporter.say(line) }
            for advice in page.advice { reporter.note(advice) }
            if !page.advice.isEmpty { throw ExitCode(1) }
        }
    }
}

/// The lines of `alcedo doctor`.
struct DoctorPage {
    private(set) var lines: [String] = []
    /// What does not work, with what to do.
    private(set) var advice: [String] = []

    private mutating func add(_ name: String, _ text: String) {
        lines.append(name + String(repeating: " ", count: max(1, 11 - name.count)) + text)
    }

    mutating func machine() {
        add("alcedo", "\(Version.current), \(SystemPackages.system)")
        add("cores", "\(Machine.cores), for \(counted(Machine.cores, "picture")) at a time (--jobs)")
        add(
            "memory",
            "\(byteCount(Machine.memory)), of which pictures in progress take at most half (--memory)")
        let sandbox = WorkerSandbox.available
        #if os(Linux)
            add(
                "sandbox",
                sandbox.missing == nil
                    ? "\(sandbox.description); 15 ms for each worker"
                    : String(
                        sandboxLine(sandbox.description, missing: sandbox.missing).dropFirst(
                            "sandbox: ".count)))
        #else
            add("sandbox", "none: only Linux has one")
        #endif
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        add(
            "terminal",
            isTerminal ? "yes: a bar shows progress" : "no: progress is in lines, a few per minute")
    }

    mutating func cache(_ place: ManifestOptions) {
        do {
            let status = try SiteCache.status(manifest: place.manifest, cacheDirectory: place.cacheDir)
            let files = status.kinds.reduce(0) { $0 + $1.entries }
            let bytes = status.kinds.reduce(0) { $0 + $1.bytes }
            add(
                "cache",
                "\(status.directory): \(counted(files, "file")), \(byteCount(bytes)); 'alcedo cache' has details"
            )
        } catch {
            let isThere = access(place.manifest, F_OK) == 0
            let reason = "\(error)".split(whereSeparator: \.isNewline).first ?? ""
            add(
                "cache",
                isThere ? "unknown: \(reason)" : "unknown: there is no usable manifest \(place.manifest) here"
            )
        }
    }

    mutating func withoutFormats(_ error: ImagingError) {
        add("formats", "none: no picture can be read or written")
        advice.append(error.reason)
    }

    mutating func text() {
        add("text", InstalledFonts.fault == nil ? InstalledFonts.versions : "not drawn")
        if let fault = InstalledFonts.fault { advice.append("text cannot be drawn: \(fault)") }
    }

    /// Only sites with videos need it.
    mutating func video() {
        add("video", FFmpeg.summary)
    }

    mutating func formats(_ check: FormatCheck) {
        add("libraries", "libvips \(FormatCheck.libraryVersion)")
        var line = ""
        for name in check.libraries {
            if line.count + name.count > 90 {
                add("", line)
                line = ""
            }
            line += (line.isEmpty ? "" : ", ") + name
        }
        if !line.isEmpty { add("", line) }
        for (index, format) in check.formats.enumerated() {
            let reads = format.readingFault == nil && format.writingFault == nil ? "read" : "not read"
            let writes =
                !format.isOutput
                ? ""
                : format.seconds.map { ", written (\(String($0, places: 2)) s for a megapixel)" }
                    ?? ", not written"
            let works = format.writingFault == nil ? reads : format.readingFault == nil ? "" : "not read"
            add(index == 0 ? "formats" : "", "\(format.name): " + (works + writes).trimmingPrefix(", "))
            let package = SystemPackages.package(for: format.name)
            if let fault = format.writingFault {
                advice.append("\(format.name) cannot be written: \(fault)\(package.map { "; \($0)" } ?? "")")
            } else if let fault = format.readingFault {
                advice.append("\(format.name) cannot be read: \(fault)\(package.map { "; \($0)" } ?? "")")
            }
        }
    }
}
