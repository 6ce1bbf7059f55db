import ArgumentParser

@main
struct AlcedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "alcedo", version: "0.1.0")
}
