import AlcedoBase

/// Decides when a shared store is not worth waiting for any more.
///
/// It is given up after ``maxFailures`` failures in a row, or once failures and slow answers have taken ``maxLost`` of
/// the build's time. So a dead store delays a build by at most that time and one request more, and a slow one by the
/// allowance of its requests besides. It is not read any more after ``maxBad`` damaged answers.
struct SharedBreaker {
    typealias Moment = ContinuousClock.Instant

    static let maxFailures = 3
    static let maxLost = Duration.seconds(30)
    static let maxBad = 20
    /// What a good request may take, besides a time for its bytes at ``bytesPerSecond``.
    static let allowance = Duration.milliseconds(500)
    static let bytesPerSecond = 100_000

    private var failures = 0
    private var bad = 0
    /// The time that failures and slow answers have taken. Of requests at the same time, it counts once.
    private(set) var lost = Duration.zero
    private var countedUntil: Moment?
    private(set) var isOpen = false
    /// Whether the store was given up, or its last answer was a failure.
    var isFailing: Bool { isOpen || failures > 0 }

    /// Notes a good answer. Returns whether the store is given up just now, for being slow.
    mutating func succeed(from start: Moment, to end: Moment, bytes: Int) -> Bool {
        failures = 0
        let allowed = Self.allowance + .seconds(Double(bytes) / Double(Self.bytesPerSecond))
        return lose(from: start + allowed, to: end)
    }

    /// Notes a failure. Returns whether the store is given up just now.
    mutating func fail(from start: Moment, to end: Moment) -> Bool {
        failures += 1
        let isSlow = lose(from: start, to: end)
        guard !isOpen, failures >= Self.maxFailures else { return isSlow }
        isOpen = true
        return true
    }

    /// Notes a damaged answer. Returns whether the store is given up just now. The data was exchanged, so no time is lost.
    mutating func noteBad() -> Bool {
        bad += 1
        return bad >= Self.maxBad && open()
    }

    /// Gives the store up at once. Returns whether it was not before.
    mutating func open() -> Bool {
        defer { isOpen = true }
        return !isOpen
    }

    private mutating func lose(from start: Moment, to end: Moment) -> Bool {
        let start = max(start, countedUntil ?? start)
        guard start < end else { return false }
        lost += start.duration(to: end)
        countedUntil = end
        guard !isOpen, lost >= Self.maxLost else { return false }
        isOpen = true
        return true
    }
}
