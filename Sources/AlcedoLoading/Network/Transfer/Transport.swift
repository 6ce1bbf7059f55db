import AlcedoBase
import Dispatch

/// Sends requests and waits for their responses.
///
/// Uses libcurl, not URLSession. On Linux, URLSession (Swift 6.3.1) crashes the process when a connection closes
/// within the headers, when a chunked body has a trailer, and when a length is close to the maximum integer; it
/// refuses headers that are not UTF-8, and does not reveal the address it connects to.
///
/// Each exchange has its own timer, counts its bytes and ends at the first response, including a redirect. Exchanges
/// share only open connections: no cache, no cookies, no credentials. Proxies are those of the environment (see
/// `ProxyEnvironment`). Only the URL, method, headers and `httpBody` of a request are used.
final class Transport: Sendable {
    private enum State {
        case unused
        case open(TransferThread)
        case invalid
    }

    private let state = Locked(State.unused)
    private let timers = DispatchQueue(label: "alcedo.loading.deadlines")

    deinit {
        invalidate()
    }

    /// Ends every exchange; later ones fail.
    func invalidate() {
        let thread = state.withLock { state -> TransferThread? in
            defer { state = .invalid }
            if case .open(let thread) = state { return thread }
            return nil
        }
        thread?.finish()
    }

    // A run without requests starts no thread.
    private func thread() -> TransferThread? {
        state.withLock { state in
            switch state {
            case .invalid: return nil
            case .open(let thread): return thread
            case .unused:
                let thread = TransferThread()
                state = .open(thread)
                return thread
            }
        }
    }

    /// Sends a request and waits for its outcome, for `timeout` at most.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes in the body.
    ///   - route: The route to the host.
    ///   - settings: The differences from the transfer of a picture.
    ///   - objection: Returns the reason to refuse a connection to an address, or `nil` to allow it.
    func exchange(
        _ request: DownloadRequest, limit: Int, timeout: Duration, route: Route,
        settings: TransferSettings = TransferSettings(),
        objection: @escaping @Sendable (IPAddress) -> LoadingError.NetworkReason?
    ) async -> Exchange.Outcome {
        guard let thread = thread() else { return .failure(.invalidated) }
        let exchange = Exchange(limit: limit, use: settings.use, objection: objection) { thread.stop($0) }
        let seconds = timeout / .seconds(1)
        let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler { [weak exchange] in exchange?.end(.failure(.timedOut(seconds: seconds))) }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await exchange.outcome { thread.start(request, exchange, route, settings) }
        } onCancel: {
            exchange.end(.cancelled)
        }
    }
}
