import AlcedoImaging
import AlcedoTerminal

// What the plugin AlcedoImages starts: `alcedo bundle` and its workers, and nothing else, because every package that uses the plugin
// from source compiles it. SwiftPM's newer build system finds a tool only where it has the name of its target, and `alcedo` cannot
// be a target's name; see CONTRIBUTING.md.
@main
enum Main {
    static func main() {
        ToolProcess.start(worker: { WorkerServer()?.run() }) {
            await BundleCommand.run(CommandLine.arguments.dropFirst(2), inProcess: .threads)
        }
    }
}
