import Foundation
import PackagePlugin

/// One call of a verb: build the tool, run it with the user's arguments, pass on what it says.
struct PluginRun {
    let verb: PluginVerb
    let package: Package
    let host: PackageManager

    func perform(_ arguments: [String]) throws {
        let typed = ToolArguments(arguments)
        var words = verb.command(with: typed.words)
        if typed.asksForHelp {
            print(PluginHelp.text(for: verb))
        } else if typed.needsManifest {
            words = ToolArguments.adding(manifest: try manifest(), to: words)
        }
        let tool = try ToolBuild.executable(from: host)
        switch try ToolProcess(executable: tool, arguments: words).run() {
        case .exited(0): return
        case .exited(let status): throw PluginError.failed(verb: verb, status: status)
        case .signalled(let number): throw PluginError.stopped(verb: verb, signal: number)
        }
    }

    /// The package's own manifest; its absence is said before minutes are spent on building the tool.
    private func manifest() throws -> String {
        let file = package.directoryURL.appendingPathComponent("images.yml")
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw PluginError.noManifest(verb: verb, directory: package.directoryURL.path)
        }
        return file.path
    }
}
