/// The program to start as a worker.
public struct WorkerExecutable: Hashable, Sendable {
    /// The path of the program.
    public let path: String

    /// Creates a reference to a program that becomes a `WorkerServer` of `AlcedoImaging` when started with the argument `worker`.
    public init(path: String) {
        self.path = path
    }

    /// The current program.
    public static var current: WorkerExecutable? {
        #if os(Linux)
            // Also works if the file was replaced or deleted meanwhile.
            WorkerExecutable(path: "/proc/self/exe")
        #else
            CommandLine.arguments.first.map(WorkerExecutable.init)
        #endif
    }
}
