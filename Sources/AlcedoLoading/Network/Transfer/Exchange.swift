import AlcedoBase
import Foundation

/// One request and its answer: collects the body, counts it, and ends exactly once.
///
/// The thread of the transfers feeds it; a timer, a cancelled caller or the transport itself may end it before.
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
        /// Why a connection was not opened.
        var objection: NetworkReason?
        var isTransferDone = false
    }

    /// How much of a body that nobody wants is read so that the connection can be used again.
    private static let drainLimit = 64 * 1024
    /// The most memory that is set aside for a body at once.
    private static let reservation = 16 * 1024 * 1024

    private let limit: Int
    private let objection: @Sendable (IPAddress) -> NetworkReason?
    private let stop: @Sendable (Exchange) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - limit: The most bytes that the body may have.
    ///   - objection: Why no connection to an address may be opened, or `nil` where it may.
    ///   - stop: Breaks the transfer off, because the exchange has ended before it.
    init(
        limit: Int, objection: @escaping @Sendable (IPAddress) -> NetworkReason?,
        stop: @escaping @Sendable (Exchange) -> Void
    ) {
        self.limit = limit
        self.objection = objection
        self.stop = stop
    }

    /// Whether it has ended, whatever its transfer does.
    var isEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Starts the transfer, unless the exchange has ended already, and waits for the end.
    func outcome(of start: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let early { continuation.resume(returning: early) } else { start() }
        }
    }

    /// The answer begins.
    func receive(_ head: ResponseHead) {
        // An announcement, such as 103 with early hints.
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
        // Not whatever a server says: nothing of it has come yet.
        state.withLock { $0.body.reserveCapacity(min(length, Self.reservation)) }
    }

    /// Whether a connection to an address may be opened.
    func mayConnect(to address: IPAddress?) -> Bool {
        // What is neither IPv4 nor IPv6 is nobody's address.
        let reason = if let address { objection(address) } else { NetworkReason?.some(.cannotConnect) }
        state.withLock { $0.objection = reason }
        return reason == nil
    }

    /// More of the body. Gives back whether there is any use in more.
    func receive(_ data: UnsafeRawBufferPointer) -> Bool {
        enum Verdict { case fine, ended, tooLarge, unwanted(ResponseHead) }
        let verdict = state.withLock { state -> Verdict in
            guard state.outcome == nil else { return .ended }
            state.received += data.count
            if let head = state.head, head.status != 200 {
                return state.received > Self.drainLimit ? .unwanted(head) : .fine
            }
            guard state.received <= limit else { return .tooLarge }
            state.body.append(contentsOf: data)
            return .fine
        }
        switch verdict {
        case .fine: return true
        case .ended: return false
        case .tooLarge: end(.failure(.tooLarge(limit: limit, announced: nil)))
        case .unwanted(let head): end(.answer(Answer(head)))
        }
        return false
    }

    /// The transfer is done.
    ///
    /// - Parameters:
    ///   - code: libcurl's number for how; 0 is well.
    ///   - proxyStatus: What a proxy answered when it was asked for a connection, or 0.
    func complete(_ code: Int32, proxyStatus: Int) {
        let (head, received, body, objection) = state.withLock { state in
            state.isTransferDone = true
            return (state.head, state.received, state.body, state.objection)
        }
        guard let head else {
            if proxyStatus >= 300 { return end(.failure(.refusedByProxy(status: proxyStatus))) }
            return end(.failure(objection ?? TransportError.reason(for: code, afterResponse: false)))
        }
        guard head.status == 200 else { return end(.answer(Answer(head))) }
        if !head.isEncoded, let announced = head.announcedLength, received != announced {
            end(.failure(.wrongLength(received: received, announced: announced)))
        } else if code != 0 {
            end(.failure(TransportError.reason(for: code, afterResponse: true)))
        } else {
            end(.answer(Answer(head, body: body)))
        }
    }

    /// Ends the exchange if nothing has ended it yet, and its transfer with it.
    func end(_ outcome: Outcome) {
        let (continuation, goesOn) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Bool) in
            guard state.outcome == nil else { return (nil, false) }
            state.outcome = outcome
            state.body = Data()
            defer { state.continuation = nil }
            return (state.continuation, !state.isTransferDone)
        }
        if goesOn { stop(self) }
        continuation?.resume(returning: outcome)
    }
}
