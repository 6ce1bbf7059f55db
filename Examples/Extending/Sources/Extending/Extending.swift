import Alcedo
import AlcedoImaging
import Foundation

/// Builds the site of `images.yml`, or with `--swift` the same site declared in Swift, with what Alcedo does not have.
@main
struct Extending {
    static let extensions = SiteExtensions(
        processors: ["mosaic": { Mosaic(side: try $0.integer("side", in: 1...500, default: 8)) }],
        providers: ["moon": { MoonProvider(phase: try $0.number("phase", in: 0...1)) }],
        serializers: ["qoi": QOISerializer()],
        requestModifier: Courtesy(), retryStrategy: BackoffRetryStrategy(maxRetryCount: 1))

    // Not asynchronous: a worker enters its sandbox while it has no other thread.
    static func main() {
        // Pictures are decoded in processes of their own, which are this program once more.
        if CommandLine.arguments.dropFirst().first == "worker" { WorkerServer()?.run() }
        Task {
            do {
                try await build()
                exit(0)
            } catch {
                print(error)
                exit(1)
            }
        }
        dispatchMain()
    }

    static func build() async throws {
        var options = BuildOptions(manifest: "images.yml", inProcess: .threads)
        options.worker = .current
        let site =
            CommandLine.arguments.contains("--swift")
            ? SiteBuilder(manifest: try moons(), options: options, extensions: extensions)
            : SiteBuilder(options: options, extensions: extensions)
        do {
            let report = try await site.build { event in
                switch event {
                case .source(let id, _, let files, let made): print("\(id): \(files) files, \(made) made")
                case .failed(let failure): print(failure)
                default: break
                }
            }
            print("\(report.sources) sources, \(report.files) files, \(report.made) made")
        } catch let mistakes as ManifestMistakes {
            for line in mistakes.diagnostics { print(line) }
            exit(1)
        }
    }

    /// The manifest in Swift. Processors, providers and serializers are values here, and need no names.
    static func moons() throws -> Manifest {
        Manifest(
            output: "MoonsInSwift", baseURL: "/moons",
            variants: [
                Variant(
                    "card", width: 200, process: [.circle(), Mosaic(side: 8)],
                    formats: [.custom(QOISerializer()), .format(.png)], dropsLarger: false)
            ],
            sources: try (0..<8).map { eighth in
                try SourceEntry(
                    .provider(MoonProvider(phase: Double(eighth) / 8)), id: "moons/\(eighth)",
                    alt: "The moon after \(eighth) of 8 parts of its month")
            })
    }
}
