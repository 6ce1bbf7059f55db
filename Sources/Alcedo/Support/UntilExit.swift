/// Values that are there until the process ends.
enum UntilExit {
    private final class Box {
        let values: [Any]

        init(_ values: [Any]) { self.values = values }
    }

    /// Never gives them back.
    static func keep(_ values: [Any]) {
        _ = Unmanaged.passRetained(Box(values))
    }
}
