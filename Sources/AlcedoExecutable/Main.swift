import AlcedoCommand

// The command that people type.
@main
enum Main {
    static func main() { CommandLineTool.start() }
}
