import CAlcedoSystem

/// What the system lets this process have.
public enum SystemLimits {
    /// Takes as many open files as may be asked for. For a program at its start; a library leaves that to its program.
    public static func raise() {
        alcedo_raise_file_limit()
    }
}
