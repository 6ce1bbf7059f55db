import AlcedoCommand

// The same command for the plugin AlcedoImages. SwiftPM's newer build system finds a tool only where it has the name of
// its target, and `alcedo` cannot be a target's name; see CONTRIBUTING.md.
@main
enum Main {
    static func main() { CommandLineTool.start() }
}
