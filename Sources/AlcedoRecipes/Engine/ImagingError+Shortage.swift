extension ImagingError {
    /// What the system has run out of. No picture is to blame for it.
    public enum Shortage: String, Hashable, Sendable, Codable {
        /// Threads or processes: of a user (`ulimit -u`) or of a container (`pids.max`).
        case threads
        /// Address space (`ulimit -v`).
        case memory
        /// Open files (`ulimit -n`).
        case files
    }
}

extension ImagingError.Shortage {
    /// What is short, and what to do.
    package var advice: String {
        switch self {
        case .threads:
            "no more threads may be started here; raise the limit of processes and threads ('ulimit -u', or 'pids.max' of "
                + "the container), or build with fewer '--jobs'"
        case .memory:
            "this process may not use more memory; raise the limit of its address space ('ulimit -v'), or build with "
                + "fewer '--jobs'"
        case .files:
            "no more files may be open here; raise the limit ('ulimit -n'), or build with fewer '--jobs'"
        }
    }
}
