import Foundation
import PackagePlugin

/// One invocation of a verb: finds the tool, runs it with the user's arguments and passes on its output.
struct PluginRun {
    let verb: PluginVerb
    let package: Package
    /// Finds the tool, or builds it.
    let tool: () throws -> URL

    func perform(_ arguments: [String]) throws {
        let typed = ToolArguments(arguments)
        if typed.asksForHelp {
            print(PluginHelp.text(for: verb))
        } else if typed.words.first == "watch" {
            Diagnostics.warning(PluginHelp.watching)
        }
        let runs = try runs(for: typed)
        let tool = try tool()
        var failure: PluginError?
        for words in runs {
            do throws(PluginError) {
                try run(tool, words, in: typed.beginsHere ? package.directoryURL : nil)
            } catch {
                // A failure of one manifest does not stop the others.
                guard case .failed = error else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Returns the arguments of the tool for each manifest.
    ///
    /// A missing manifest is reported before minutes are spent on building the tool.
    private func runs(for typed: ToolArguments) throws -> [[String]] {
        let words = verb.command(with: typed.words)
        guard !typed.asksForHelp, typed.needsManifest else { return [words] }
        var runs: [[String]] = []
        if let manifest = Self.manifest(in: package.directoryURL) {
            runs.append(ToolArguments.adding(manifest: manifest, to: words))
        }
        if typed.isForAllManifests {
            // The plugin AlcedoImages builds these with their targets, offline, from what this run caches.
            let words = verb.targetCommand(for: words)
            let folders = package.targets.compactMap { ($0 as? any SourceModuleTarget)?.directoryURL }
            for folder in folders where folder != package.directoryURL {
                guard let manifest = Self.manifest(in: folder) else { continue }
                runs.append(ToolArguments.adding(manifest: manifest, to: words))
            }
        }
        if runs.isEmpty { throw PluginError.noManifest(verb: verb, directory: package.directoryURL.path) }
        return runs
    }

    private static func manifest(in folder: URL) -> String? {
        let file = folder.appendingPathComponent("images.yml")
        return FileManager.default.fileExists(atPath: file.path) ? file.path : nil
    }

    private func run(_ tool: URL, _ words: [String], in folder: URL?) throws(PluginError) {
        let outcome: ToolProcess.Outcome
        do {
            outcome = try ToolProcess(executable: tool, arguments: words, directory: folder).run()
        } catch {
            throw .notStarted(tool: tool.path, reason: String(describing: error))
        }
        switch outcome {
        case .exited(0): return
        // From the loader of programs, which has named the library.
        case .exited(127): throw .libraryMissing(tool: tool.path)
        case .exited(let status): throw .failed(verb: verb, status: status)
        case .signalled(let number): throw .stopped(verb: verb, signal: number)
        }
    }
}
