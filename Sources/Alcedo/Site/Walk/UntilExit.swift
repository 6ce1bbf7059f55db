/// Keeps values alive until the process ends.
enum UntilExit {
    private final class Box {
        let values: [Any]

        init(_ values: [Any]) { self.values = values }
    }

    /// Leaks values: freeing many thousand takes time that a process about to exit need not spend.
    static func leak(_ values: [Any]) {
        _ = Unmanaged.passRetained(Box(values))
    }
}
