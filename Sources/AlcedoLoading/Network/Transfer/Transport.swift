import AlcedoBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLSession, with what it lacks.
///
/// On Linux it ignores `timeoutIntervalForResource`, follows redirects with every header, and knows no limit for the
/// body. Here each exchange has its own timer, counts its bytes and ends at the first answer, a redirect included.
/// Nothing is remembered between exchanges: no cache, no cookies, no credentials. Proxies are those that URLSession
/// takes by itself: the system's on macOS, and libcurl's `https_proxy`, `http_proxy` and `no_proxy` on Linux.
///
/// One thing cannot be helped from here: on Linux the session collects the body of a redirect by itself, copying all of
/// it for each piece, and hears of no cancellation meanwhile (measured: 38 MB in 30 s, then the time-out). A server that
/// redirects with an endless body thus slows down every transfer of the process until it stops; they time out and
/// nothing hangs.
final class Transport: Sendable {
    private let delegate = TransportDelegate()
    /// Made for the first request: on Linux that alone makes folders in the user's home, which a run that asks nobody
    /// has no business with.
    private let session = Locked<URLSession?>(nil)
    private let connectionsPerHost: Int
    private let isInvalid = Locked(false)
    private let timers = DispatchQueue(label: "alcedo.loading.deadlines")
    /// Where the session is spoken to; it may keep its callers waiting.
    private let control = DispatchQueue(label: "alcedo.loading.control")

    init(connectionsPerHost: Int) {
        self.connectionsPerHost = connectionsPerHost
    }

    /// The session, or `nil` when it has been invalidated: what comes after the mark makes none that nobody ends.
    private func openSession() -> URLSession? {
        session.withLock { session in
            if session == nil, !isInvalid.withLock({ $0 }) { session = makeSession() }
            return session
        }
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        // Ours are shorter; this one only must not come first.
        configuration.timeoutIntervalForRequest = 2 * 86_400
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        invalidate()
    }

    /// Ends every exchange; those that come later fail.
    func invalidate() {
        let wasInvalid = isInvalid.withLock { isInvalid in
            defer { isInvalid = true }
            return isInvalid
        }
        guard !wasInvalid else { return }
        // One by one, because the session itself cancels without looking (see TransferHandle).
        delegate.endAll(.invalidated)
        // The session holds its delegate and its threads until it is told.
        control.async { [session] in session.withLock { $0?.finishTasksAndInvalidate() } }
    }

    /// Sends a request and waits for the end, for `timeout` at most.
    func exchange(_ request: URLRequest, limit: Int, timeout: Duration) async -> Exchange.Outcome {
        // Not in the exchange's own time.
        _ = openSession()
        let exchange = Exchange(TransferHandle(controlledOn: control), limit: limit)
        let seconds = timeout / .seconds(1)
        let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler { [weak exchange] in exchange?.end(.failure(.timedOut(seconds: seconds))) }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await exchange.outcome { [self] in task(for: request, exchange) }
        } onCancel: {
            exchange.end(.cancelled)
        }
    }

    // On the control queue. A session that is no longer valid traps when it is asked for a task; the block that
    // makes it so comes on the same queue after the mark.
    private func task(for request: URLRequest, _ exchange: Exchange) -> URLSessionTask? {
        guard !isInvalid.withLock({ $0 }), let session = openSession() else {
            exchange.end(.failure(.invalidated))
            return nil
        }
        let task = session.dataTask(with: request)
        delegate.add(exchange, for: task)
        return task
    }
}
