import ArgumentParser

struct AlcedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alcedo",
        abstract: "Turns a manifest of images into everything a static site needs to show them.",
        discussion: """
            Without a subcommand it builds: it reads images.yml, makes every missing variant, writes \
            variants and index into the output directory, and deletes outputs that are no longer wanted.

            Exit codes: 0 everything is up to date; 1 at least one source failed; 64 wrong usage; 65 the manifest or the \
            lock file is wrong; 74 the output, or the command's own messages, could not be written, or a sandbox that \
            is required is missing; \
            129, 130 or 143 (128 plus the number) stopped by a signal, with everything in order.
            """,
        version: Version.current,
        subcommands: [
            BuildCommand.self, MakeCommand.self, CheckCommand.self, PlanCommand.self, WatchCommand.self,
            DevCommand.self,
            FetchCommand.self, UpdateCommand.self, CleanCommand.self, CacheCommand.self, InitCommand.self,
            GalleryCommand.self,
            HTMLCommand.self, ReportCommand.self, CompareCommand.self, DoctorCommand.self,
            WorkerCommand.self,
        ],
        defaultSubcommand: BuildCommand.self)
}
