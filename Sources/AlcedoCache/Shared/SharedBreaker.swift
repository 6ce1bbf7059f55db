import AlcedoBase

/// Decides when a shared store is not worth waiting for any more.
///
/// It is given up after ``maxFailures`` failures in a row, or once failures and slow answers have cost ``maxLost``
/// together. So a dead or slow store delays a build by at most that time and one request more.
struct SharedBreaker {
    static let maxFailures = 3
    static let maxLost = Duration.seconds(30)
    /// What a good request may take, besides a time for its bytes at ``bytesPerSecond``.
    static let allowance = Duration.seconds(2)
    static let bytesPerSecond = 100_000

    private var failures = 0
    /// The time that failures and slow answers have cost.
    private(set) var lost = Duration.zero
    private(set) var isOpen = false

    /// Notes a good answer. Returns whether the store is given up for being slow just now.
    mutating func succeed(after time: Duration, bytes: Int) -> Bool {
        failures = 0
        let allowed = Self.allowance + .seconds(Double(bytes) / Double(Self.bytesPerSecond))
        return lose(max(.zero, time - allowed))
    }

    /// Notes a failure. Returns whether the store is given up just now.
    mutating func fail(after time: Duration) -> Bool {
        failures += 1
        let isLate = lose(time)
        if !isOpen, failures >= Self.maxFailures {
            isOpen = true
            return true
        }
        return isLate
    }

    /// Gives the store up at once. Returns whether it was not before.
    mutating func open() -> Bool {
        defer { isOpen = true }
        return !isOpen
    }

    private mutating func lose(_ time: Duration) -> Bool {
        lost += time
        guard !isOpen, lost >= Self.maxLost else { return false }
        isOpen = true
        return true
    }
}
