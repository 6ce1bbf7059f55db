import ArgumentParser

@main
struct AlcedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alcedo",
        abstract: "Turns a manifest of images into everything a static site needs to show them.",
        discussion: """
            With no subcommand it builds: it reads images.yml, makes every variant that is not there yet, writes \
            them and the index into the output directory, and deletes what nothing asks for any more.

            Exit codes: 0 everything is there; 1 at least one source failed; 64 wrong usage; 65 the manifest is \
            wrong; 74 the output could not be written; 130 and 143 stopped by a signal, with everything in order.
            """,
        version: Version.current,
        subcommands: [
            BuildCommand.self, CheckCommand.self, FetchCommand.self, CleanCommand.self, CacheCommand.self,
        ],
        defaultSubcommand: BuildCommand.self)
}
