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
final class Transport: Sendable {
    private let delegate = TransportDelegate()
    private let session: URLSession
    private let isInvalid = Locked(false)
    private let timers = DispatchQueue(label: "alcedo.loading.deadlines")
    private let cancellations = DispatchQueue(label: "alcedo.loading.cancellations")

    init(connectionsPerHost: Int) {
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
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
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
        session.finishTasksAndInvalidate()
    }

    /// Sends a request and waits for the end, for `timeout` at most.
    func exchange(_ request: URLRequest, limit: Int, timeout: Duration) async -> Exchange.Outcome {
        // A session that is no longer valid traps when it is asked for a task, so both are done under one lock.
        let exchange = isInvalid.withLock { isInvalid -> Exchange? in
            if isInvalid { return nil }
            let task = session.dataTask(with: request)
            let exchange = Exchange(TransferHandle(task, cancellingOn: cancellations), limit: limit)
            delegate.add(exchange, for: task)
            return exchange
        }
        guard let exchange else { return .failure(.invalidated) }
        let seconds = timeout / .seconds(1)
        let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler { [weak exchange] in exchange?.end(.failure(.timedOut(seconds: seconds))) }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await exchange.outcome()
        } onCancel: {
            exchange.end(.cancelled)
        }
    }
}
