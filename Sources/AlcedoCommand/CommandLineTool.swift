/// The command `alcedo`, for the executables that provide it.
public enum CommandLineTool {
    /// Runs the command in the arguments of the process, and exits.
    public static func main() async { await AlcedoCommand.main() }
}
