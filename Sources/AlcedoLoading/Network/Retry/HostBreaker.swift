import AlcedoBase
import Foundation

/// Stops asking a server that only fails, so that a run does not wait for it once for each of its pictures.
///
/// After so many failed attempts in a row at one origin (scheme, host and port) it is left alone for a while, and
/// requests fail at once with what was wrong. When the while is over, one request is let through while others go on
/// failing: if it comes to an answer, the origin is as good as new; if not, it is left alone for as long again.
///
/// Failures are those of a server in trouble: no connection, a broken one, none or half of an answer in time, 500, 502,
/// 503, 504. Any other answer shows that the server works, and 408 and 429 say nothing either way.
final class HostBreaker: Sendable {
    private struct Record {
        var failures = 0
        var last: NetworkReason?
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

    /// Why nothing is sent to this origin now, or `nil` when something may be; then ``note(_:at:)`` has to follow.
    func objection(to origin: Origin) -> NetworkReason? {
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

    /// Takes down how an attempt at an origin ended.
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

    /// What an attempt says of a server.
    enum AttemptResult: Hashable, Sendable {
        /// It works, whatever it said.
        case answer
        /// It is in trouble.
        case failure(NetworkReason)
        /// One cannot tell.
        case nothing

        init(status: Int) {
            switch status {
            case 500, 502, 503, 504: self = .failure(.status(status))
            case 408, 429: self = .nothing
            default: self = .answer
            }
        }

        init(_ reason: NetworkReason) {
            switch reason {
            case .cannotConnect, .connectionLost, .malformedAnswer, .timedOut, .transport:
                self = .failure(reason)
            case .wrongLength, .tooLarge, .undecodable: self = .answer
            default: self = .nothing
            }
        }
    }
}
