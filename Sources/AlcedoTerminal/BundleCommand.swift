import Alcedo
import AlcedoBase
import AlcedoManifest
package import AlcedoRecipes
import AlcedoWorkers

/// The command that the plugin `AlcedoImages` runs when a target is built: it builds the target's pictures, and Swift code that
/// names them. Not for use by hand, so it says nothing unless something is wrong, and that on standard error.
package enum BundleCommand {
    /// The first word of its arguments.
    package static let name = "bundle"

    /// Runs the command, and exits.
    ///
    /// - Parameters:
    ///   - arguments: What follows ``name``: each option, followed by its value.
    ///   - maker: The engine for what no worker can do.
    package static func run(_ arguments: ArraySlice<String>, inProcess maker: EngineMaker) async -> Never {
        ToolProcess.exit(await code(arguments, maker))
    }

    private struct Options {
        /// The manifest, the folder for the files and the index, the Swift file, and the cache of this target.
        var manifest, output, swift, cacheDirectory: String
        /// The name of the build system's plan, the file with what is planned, and the file for what else the build looks at.
        var plan, planned, unplanned: String

        init(_ arguments: ArraySlice<String>) throws(WrongUsage) {
            var values: [String: String] = [:]
            var rest = arguments
            while let option = rest.popFirst(), let value = rest.popFirst() { values[option] = value }
            func value(_ option: String, _ kind: String) throws(WrongUsage) -> String {
                guard let value = values.removeValue(forKey: option) else {
                    throw WrongUsage("'alcedo bundle' is started by the plugin AlcedoImages only")
                }
                // An empty path would mean the current folder.
                if value.allSatisfy(\.isWhitespace) {
                    throw WrongUsage("\(option) is empty; name a \(kind).")
                }
                return value
            }
            manifest = try value("--manifest", "file")
            output = try value("--output", "folder")
            swift = try value("--swift", "file")
            cacheDirectory = try value("--cache-dir", "folder")
            plan = try value("--plan", "plan")
            planned = try value("--planned", "file")
            unplanned = try value("--unplanned", "file")
            if let unknown = values.keys.min() { throw WrongUsage("unknown option '\(unknown)'") }
        }
    }

    private struct WrongUsage: Error {
        var reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private static func code(_ arguments: ArraySlice<String>, _ maker: EngineMaker) async -> Int32 {
        // Problems of sources come from several threads, and are printed in the manifest's order.
        let held = Locked(HeldLines())
        var report: BuildReport?
        var end: (code: Int32, lines: [String]) = (0, [])
        do {
            let options = try Options(arguments)
            let built = try await build(options, maker) { failure in held.withLock { $0.add(failure) } }
            report = built
            if !built.isComplete {
                // A build system starts a command that has failed again.
                let count = built.failures.filter { !$0.isTolerated }.count
                // Without the advice to skip what failed: a bundle is complete or not there.
                let rest = built.isPublished ? "" : "; the output is as it was before"
                end = (
                    ExitStatus.sourceFailed,
                    ["error: \(Figures.counted(count, "failure"))\(rest)"]
                )
            }
        } catch let error as WrongUsage {
            end = (ExitStatus.wrongUsage, ["error: \(error.reason)"])
        } catch {
            if let signal = SignalWatch.shared.received {
                end = (ExitStatus.stopped(by: signal), [])
            } else if let error = error as? ManifestMistakes {
                let errors = error.diagnostics.filter { $0.severity == .error }
                end = (ExitStatus.of(error), errors.map(\.description))
            } else {
                end = (ExitStatus.of(error), ["error: \(error)"])
            }
        }
        for line in held.withLock({ $0.release(inTheOrderOf: report) }) + end.lines {
            StandardStream.error.write(line.printable + "\n")
        }
        return end.code
    }

    private static func build(
        _ options: Options, _ maker: EngineMaker, _ failed: @escaping @Sendable (BuildFailure) -> Void
    ) async throws -> BuildReport {
        var site = BuildOptions(manifest: options.manifest, inProcess: maker)
        site.cacheDirectory = options.cacheDirectory
        site.worker = .current
        site.bundle = BuildOptions.BundledBuild(output: options.output, swift: options.swift)
        let builder = SiteBuilder(options: site)
        let task = Task {
            let record = FileRecord()
            let report = try await record.keeping {
                try await builder.build { if case .failed(let failure) = $0 { failed(failure) } }
            }
            guard report.isComplete else { return report }
            try SiteError.filing {
                try PlannedFiles(contentsOf: options.planned, plan: options.plan, besides: options.manifest)
                    .write(unplanned: record, to: options.unplanned)
            }
            return report
        }
        return try await SignalWatch.shared.during { _ in
            task.cancel()
        } _: {
            try await task.value
        }
    }
}
