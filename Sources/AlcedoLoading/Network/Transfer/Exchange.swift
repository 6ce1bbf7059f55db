import AlcedoBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its answer: collects the body, counts it, and ends exactly once.
///
/// The transport's delegate feeds it; a timer, a cancelled caller or the transport itself may end it before.
/// Whoever comes first decides, the rest is ignored, and the bytes are let go at that moment.
final class Exchange: Sendable {
    /// An answer. The body is empty unless the status is 200.
    final class Answer: Sendable {
        let head: ResponseHead
        let body: Data

        init(_ head: ResponseHead, body: Data = Data()) {
            self.head = head
            self.body = body
        }
    }

    /// How it ended.
    enum Outcome: Sendable {
        case answer(Answer)
        case failure(NetworkReason)
        case cancelled
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
    private let handle: TransferHandle
    private let state = Locked(State())

    init(_ handle: TransferHandle, limit: Int) {
        self.handle = handle
        self.limit = limit
    }

    /// Starts the transfer, unless the exchange has ended already, and waits for the end.
    ///
    /// - Parameter makeTask: Makes the task of the session, or ends the exchange and makes none.
    func outcome(of makeTask: @escaping @Sendable () -> URLSessionTask?) async -> Outcome {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let early { continuation.resume(returning: early) } else { handle.start(makeTask) }
        }
    }

    /// Ends the exchange and its transfer, if nothing has ended it yet.
    func end(_ outcome: Outcome) {
        handle.cancel()
        finish(outcome)
    }

    /// Answers a question of the session, unless the transfer was cancelled.
    func reply(_ reply: () -> Void) {
        handle.reply(reply)
    }

    /// The answer begins.
    func receive(_ head: ResponseHead) {
        // An announcement, such as 103 with early hints; on Linux the session passes it on like an answer.
        guard head.status >= 200 else { return }
        state.withLock { $0.head = head }
        // A 304 has no body, whatever length it names (RFC 9110, 8.6).
        if head.status == 304 { return }
        guard head.status == 200 else {
            // A short rest is cheaper than a new connection; anything else is not worth waiting for.
            if head.announcedLength.map({ $0 > Self.drainLimit }) ?? true { end(.answer(Answer(head))) }
            return
        }
        guard let length = head.announcedLength else { return }
        guard length <= limit else { return end(.failure(.tooLarge(limit: limit, announced: length))) }
        state.withLock { $0.body.reserveCapacity(length) }
    }

    /// More of the body.
    func receive(_ data: Data) {
        enum Verdict { case fine, tooLarge, unwanted(ResponseHead) }
        let verdict = state.withLock { state -> Verdict in
            guard state.outcome == nil else { return .fine }
            state.received += data.count
            if let head = state.head, head.status != 200 {
                return state.received > Self.drainLimit ? .unwanted(head) : .fine
            }
            guard state.received <= limit else { return .tooLarge }
            state.body.append(data)
            return .fine
        }
        switch verdict {
        case .fine: break
        case .tooLarge: end(.failure(.tooLarge(limit: limit, announced: nil)))
        case .unwanted(let head): end(.answer(Answer(head)))
        }
    }

    /// The transport is done.
    func complete(_ lastHead: ResponseHead?, error: (any Error)?) {
        let (firstHead, received, body) = state.withLock { ($0.head, $0.received, $0.body) }
        guard let head = firstHead ?? lastHead, head.status >= 200 else {
            return finish(.failure(TransportError.reason(for: error, afterResponse: false)))
        }
        guard head.status == 200 else { return finish(.answer(Answer(head))) }
        if !head.isEncoded, let announced = head.announcedLength, received != announced {
            finish(.failure(.wrongLength(received: received, announced: announced)))
        } else if let error {
            finish(.failure(TransportError.reason(for: error, afterResponse: true)))
        } else {
            finish(.answer(Answer(head, body: body)))
        }
    }

    private func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.body = Data()
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}
