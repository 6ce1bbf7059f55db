import AlcedoBase

/// Shared caches that a watched site leaves alone for a while, because they did not answer: else each build would wait for
/// them again.
final class SharedCachePauses: Sendable {
    /// How long.
    static let length = Duration.seconds(300)

    private let ends = Locked<[String: ContinuousClock.Instant]>([:])

    /// Whether the cache at this address is left alone now.
    func covers(_ address: String, at now: ContinuousClock.Instant = .now) -> Bool {
        ends.withLock { $0[address].map { now < $0 } ?? false }
    }

    /// Begins a pause.
    func begin(_ address: String, at now: ContinuousClock.Instant = .now) {
        ends.withLock { $0[address] = now + Self.length }
    }
}
