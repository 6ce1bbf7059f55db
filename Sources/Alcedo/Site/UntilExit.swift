/// Keeps values alive until the process ends.
enum UntilExit {
    private final class Box {
        let values: [Any]

        init(_ values: [Any]) { self.values = values }
    }

    /// Retains values without ever releasing them.
    static func keep(_ values: [Any]) {
        _ = Unmanaged.passRetained(Box(values))
    }
}
