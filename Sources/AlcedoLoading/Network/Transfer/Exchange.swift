import AlcedoBase

/// One request and its response: collects and counts the body, and ends exactly once.
///
/// The transfer thread feeds it; a timer, a cancelled caller or the transport may end it early. The first outcome
/// wins and releases the body; later ones are ignored.
final class Exchange: Sendable {
    /// A response. The body is empty unless the status is 200.
    final class Answer: Sendable {
        let head: ResponseHead
        let body: Data

        init(_ head: ResponseHead, body: Data = Data()) {
            self.head = head
            self.body = body
        }
    }

    /// The outcome of an exchange.
    enum Outcome: Sendable {
        case answer(Answer)
        case failure(LoadingError.NetworkReason)
        case cancelled
    }

    /// What the response is for.
    enum Use: Sendable {
        /// A picture: only the body of a 200 is read.
        case picture
        /// An object of a store. The connection is needed again, so bodies of unknown length are read, too.
        case object
        /// The head of a response to `HEAD`, which announces the length of a body that does not come.
        case head
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var head: ResponseHead?
        var body = Data()
        var received = 0
        /// The reason a connection was refused.
        var objection: LoadingError.NetworkReason?
        var isTransferDone = false
    }

    /// Maximum bytes of an unwanted body that are read so that the connection can be reused.
    private static let drainLimit = 64 * 1024
    /// Maximum memory reserved for a body in advance.
    private static let reservation = 16 * 1024 * 1024

    private let limit: Int
    private let use: Use
    private let objection: @Sendable (IPAddress) -> LoadingError.NetworkReason?
    private let stop: @Sendable (Exchange) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - limit: The maximum number of bytes in the body.
    ///   - use: What the response is for.
    ///   - objection: Returns the reason to refuse a connection to an address, or `nil` to allow it.
    ///   - stop: Cancels the transfer of an exchange that ended early.
    init(
        limit: Int, use: Use = .picture,
        objection: @escaping @Sendable (IPAddress) -> LoadingError.NetworkReason?,
        stop: @escaping @Sendable (Exchange) -> Void
    ) {
        self.limit = limit
        self.use = use
        self.objection = objection
        self.stop = stop
    }

    /// Whether the exchange has ended, even if its transfer still runs.
    var isEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Starts the transfer, unless the exchange has already ended, and waits for the outcome.
    func outcome(of start: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Outcome? in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let early { continuation.resume(returning: early) } else { start() }
        }
    }

    /// Receives the head of a response.
    func receive(_ head: ResponseHead) {
        // An interim response, such as 103 (Early Hints).
        guard head.status >= 200 else { return }
        state.withLock { $0.head = head }
        // A 304 has no body, whatever its `Content-Length` (RFC 9110, 8.6).
        if head.status == 304 || use == .head { return }
        guard head.status == 200 else {
            // Reading a short rest is cheaper than a new connection; a longer one is not worth the wait.
            if head.announcedLength.map({ $0 > Self.drainLimit }) ?? (use == .picture) {
                end(.answer(Answer(head)))
            }
            return
        }
        guard let length = head.announcedLength else { return }
        guard length <= limit else { return end(.failure(.tooLarge(limit: limit, announced: length))) }
        // Capped, because the length is only an announcement so far.
        state.withLock { $0.body.reserveCapacity(min(length, Self.reservation)) }
    }

    /// Whether a connection to an address may be opened.
    func mayConnect(to address: IPAddress?) -> Bool {
        // An address that is neither IPv4 nor IPv6 cannot be checked.
        let reason =
            if let address { objection(address) } else { LoadingError.NetworkReason?.some(.cannotConnect) }
        state.withLock { $0.objection = reason }
        return reason == nil
    }

    /// Receives more of the body. Returns whether to continue.
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

    /// Completes the exchange after its transfer.
    ///
    /// - Parameters:
    ///   - code: The `CURLcode` of the transfer; 0 is success.
    ///   - proxyStatus: The status of a proxy's response to a connection request, or 0.
    ///   - proxy: The proxy, for messages, if the transfer went through one.
    ///   - fault: What is wrong with a certificate that is not trusted.
    func complete(
        _ code: Int32, proxyStatus: Int, proxy: String? = nil,
        fault: LoadingError.NetworkReason.CertificateFault = .untrusted
    ) {
        let (head, received, body, objection) = state.withLock { state in
            state.isTransferDone = true
            return (state.head, state.received, state.body, state.objection)
        }
        guard let head else {
            if proxyStatus >= 300 { return end(.failure(.refusedByProxy(status: proxyStatus))) }
            var reason = TransportError.reason(for: code, afterResponse: false)
            // Through a proxy, this is the only connection.
            if case .cannotConnect = reason, let proxy { reason = .proxyUnreachable(proxy: proxy) }
            if case .proxyUnknown = reason, let proxy { reason = .proxyUnknown(proxy: proxy) }
            if case .untrustedCertificate = reason { reason = .untrustedCertificate(fault) }
            return end(.failure(objection ?? reason))
        }
        guard head.status == 200, use != .head else { return end(.answer(Answer(head))) }
        if !head.isEncoded, let announced = head.announcedLength, received != announced {
            end(.failure(.wrongLength(received: received, announced: announced)))
        } else if code != 0 {
            end(.failure(TransportError.reason(for: code, afterResponse: true)))
        } else {
            end(.answer(Answer(head, body: body)))
        }
    }

    /// Ends the exchange and its transfer, unless it has already ended.
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
