/// The command `alcedo`, for the executables that are it.
public enum CommandLineTool {
    /// Runs what the arguments of the process ask for, and ends the process.
    public static func main() async { await AlcedoCommand.main() }
}
