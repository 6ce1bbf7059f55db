import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its answer: collects the body, counts it, and ends exactly once.
///
/// The transport's delegate feeds it; a timer, a cancelled caller or the transport itself may end it before.
/// Whoever comes first decides, the rest is ignored, and the bytes are let go at that moment.
final class Exchange: Sendable {
    /// How it ended.
    enum Outcome: Sendable {
        /// With an answer. The body is empty unless the status is 200.
        case answer(ResponseHead, body: Data)
        case failure(NetworkReason)
        case cancelled
    }

    /// What the transport has to do next.
    enum Disposition: Sendable {
        case goOn
        case cancel
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var head: ResponseHead?
        var body = Data()
        var received = 0
    }

    /// How much of a body that nobody wants is read so that the connection can be used again.
    private static let drainLimit = 64 * 1024

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Waits for the end.
    func outcome(start: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let early { continuation.resume(returning: early) } else { start() }
        }
    }

    /// Ends the exchange if nothing has ended it yet.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.body = Data()
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// The answer begins.
    func receive(_ head: ResponseHead) -> Disposition {
        state.withLock { state in
            state.head = head
            state.received = 0
            state.body = Data()
        }
        guard head.status == 200 else {
            // A short rest is cheaper than a new connection; anything else is not worth waiting for.
            if let length = head.announcedLength, length <= Self.drainLimit { return .goOn }
            finish(.answer(head, body: Data()))
            return .cancel
        }
        guard let length = head.announcedLength else { return .goOn }
        guard length <= limit else {
            finish(.failure(.tooLarge(limit: limit, announced: length)))
            return .cancel
        }
        state.withLock { $0.body.reserveCapacity(length) }
        return .goOn
    }

    /// More of the body.
    func receive(_ data: Data) -> Disposition {
        enum Verdict { case fine, over, useless(ResponseHead?) }
        let verdict = state.withLock { state -> Verdict in
            guard state.outcome == nil else { return .useless(nil) }
            state.received += data.count
            if let head = state.head, head.status != 200 {
                return state.received > Self.drainLimit ? .useless(head) : .fine
            }
            guard state.received <= limit else { return .over }
            state.body.append(data)
            return .fine
        }
        switch verdict {
        case .fine: return .goOn
        case .over: finish(.failure(.tooLarge(limit: limit, announced: nil)))
        case .useless(let head?): finish(.answer(head, body: Data()))
        case .useless(nil): break
        }
        return .cancel
    }

    /// The transport is done.
    func complete(error: (any Error)?) {
        let (head, received, body) = state.withLock { ($0.head, $0.received, $0.body) }
        guard let head else {
            finish(.failure(TransportError.reason(for: error, afterResponse: false)))
            return
        }
        guard head.status == 200 else {
            finish(.answer(head, body: Data()))
            return
        }
        let expected = head.isEncoded ? nil : head.announcedLength
        if let expected, received != expected {
            finish(.failure(.wrongLength(received: received, announced: expected)))
        } else if let error {
            finish(.failure(TransportError.reason(for: error, afterResponse: true)))
        } else {
            finish(.answer(head, body: body))
        }
    }
}
