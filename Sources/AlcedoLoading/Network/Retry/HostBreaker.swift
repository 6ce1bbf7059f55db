import AlcedoBase

/// A circuit breaker per origin, so that a run does not wait for a failing server once per picture.
///
/// After `threshold` consecutive failed attempts at an origin (scheme, host and port), requests to it fail at once
/// with the last reason until `pause` has passed. Then a single request is let through while others go on failing: a
/// response resets the origin, another failure restarts the pause.
///
/// A failure is a sign of server trouble: no connection, a broken one, no complete response in time, 500, 502, 503,
/// 504. Any other response shows that the server works; 408 and 429 are inconclusive.
final class HostBreaker: Sendable {
    private struct Record {
        var failures = 0
        var last: LoadingError.NetworkReason?
        var reopens: ContinuousClock.Instant?
        var isTried = false
    }

    private let threshold: Int
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let records = Locked<[Origin: Record]>([:])

    init(
        threshold: Int, pause: Duration = .seconds(30),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.threshold = max(1, threshold)
        self.pause = pause
        self.now = now
    }

    /// Returns the reason to refuse a request to an origin now, or `nil`; then ``note(_:at:)`` must follow.
    func objection(to origin: Origin) -> LoadingError.NetworkReason? {
        records.withLock { records in
            guard let record = records[origin], let reopens = record.reopens, let last = record.last else {
                return nil
            }
            if now() >= reopens, !record.isTried {
                records[origin]?.isTried = true
                return nil
            }
            return .hostGivenUp(failures: record.failures, last: last)
        }
    }

    /// Records the result of an attempt at an origin.
    func note(_ result: AttemptResult, at origin: Origin) {
        records.withLock { records in
            switch result {
            case .answer: records[origin] = nil
            case .nothing: records[origin]?.isTried = false
            case .failure(let reason):
                var record = records[origin] ?? Record()
                record.failures += 1
                record.last = reason
                record.isTried = false
                if record.failures >= threshold { record.reopens = now() + pause }
                records[origin] = record
            }
        }
    }

    /// The state of a server according to an attempt.
    enum AttemptResult: Hashable, Sendable {
        /// The server works, whatever its response.
        case answer
        /// The server is in trouble.
        case failure(LoadingError.NetworkReason)
        /// The attempt was inconclusive.
        case nothing

        init(status: Int) {
            switch status {
            case 500, 502, 503, 504: self = .failure(.status(status))
            case 408, 429: self = .nothing
            default: self = .answer
            }
        }

        init(_ reason: LoadingError.NetworkReason) {
            switch reason {
            case .cannotConnect, .proxyUnreachable, .connectionLost, .malformedAnswer, .timedOut, .transport:
                self = .failure(reason)
            case .wrongLength, .tooLarge, .undecodable: self = .answer
            default: self = .nothing
            }
        }
    }
}
