import Alcedo
import AlcedoBase
import AlcedoImaging
import AlcedoManifest
import AlcedoWorkers
import ArgumentParser

struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Score a picture beside another one, as the eye sees it.",
        discussion: """
            The score is that of SSIMULACRA 2.1, with what it means: 100 is the original, 90 looks the same side by side, 70 is \
            good for most photographs on pages, and below 60 differences disturb. The words are those of 'quality' in a manifest. Both pictures need the same size. Of animations, the first frame counts.

            Examples:
              alcedo compare photo.png photo.webp
              alcedo compare photo.png photo.webp --heat-map differences.png
            """)

    @Argument(help: ArgumentHelp("The picture to compare with.", valueName: "original"), completion: .file())
    var original: String

    @Argument(help: ArgumentHelp("The picture to score.", valueName: "picture"), completion: .file())
    var picture: String

    @Option(
        help: ArgumentHelp(
            "Write a PNG that shows where they differ: black where they look the same, then violet, red, orange and white.",
            valueName: "file"), completion: .file(extensions: ["png"]))
    var heatMap: String?

    @OptionGroup var process: ProcessOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try TypedPath.check(original, "<original>", names: .file)
        try TypedPath.check(picture, "<picture>", names: .file)
        try TypedPath.check(heatMap, "--heat-map", names: .file)
    }

    func run() async throws {
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter, writes: false) {
            if let heatMap { try checkHeatMap(heatMap) }
            let comparison: PictureComparison
            do {
                comparison = try await compared()
            } catch let error as FileSystemError {
                // What cannot be read is no fault of the disk.
                reporter.fail("\(error)")
                throw ExitCode(1)
            } catch let error as ImagingError {
                reporter.fail("\(original), \(picture): \(error)")
                throw ExitCode(1)
            }
            if let heatMap, let map = comparison.heatMap {
                try FileSystem.writeAtomically(to: heatMap) { try $0.write([UInt8](map)) }
            }
            reporter.say(comparison)
        }
    }

    // No picture that could be decoded is larger.
    private static let maxBytes = 1 << 31

    /// Refuses to replace anything but an earlier heat map.
    private func checkHeatMap(_ path: String) throws {
        guard let there = try FileSystem.status(of: path, followingLinks: false) else { return }
        let isInput = try [original, picture].contains { input in
            guard let status = try FileSystem.status(of: input, followingLinks: true) else { return false }
            return status.inode == there.inode
        }
        let beginning = there.kind == .regular ? try FileSystem.readBeginning(of: path, count: 100) : []
        guard !isInput, PictureComparison.isHeatMap(beginning) else {
            throw ValidationError(
                "--heat-map would replace \(path), which is no heat map; name another file.")
        }
    }

    private func compared() async throws -> PictureComparison {
        let (first, second) = (
            try FileSystem.read(original, limit: Self.maxBytes),
            try FileSystem.read(picture, limit: Self.maxBytes)
        )
        let memory = MemoryBudget(bytes: Machine.memory / 2, maxPerJob: Machine.memory)
        guard let worker = process.worker else {
            return try await InProcessEngine(threads: 1, memory: memory).compare(
                second, with: first, drawsHeatMap: heatMap != nil)
        }
        let engine = WorkerEngine(executable: worker, processes: 1, memory: memory)
        defer { engine.rest() }
        return try await engine.compare(second, with: first, drawsHeatMap: heatMap != nil)
    }
}

extension Reporter {
    /// Prints the score: to a hundredth, down, so that nothing seems to reach what it does not.
    fileprivate func say(_ comparison: PictureComparison) {
        let score = (comparison.score * 100).rounded(.down) / 100
        if isJSON { return sayAsIs(JSONLine.of(comparison, score: score)) }
        say("\(String(score, places: 2)): \(ScoreWords.of(score))")
    }
}
