import AlcedoBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests and waits for their answers.
///
/// libcurl, and not URLSession: on Linux that one ends the whole process when a connection closes within the headers,
/// when a chunked body has a trailer, and when a length is near the largest number (Swift 6.3.1); it refuses headers that
/// are not UTF-8, and tells nobody which address it connects to.
///
/// Here each exchange has its own timer, counts its bytes and ends at the first answer, a redirect included. Nothing is
/// remembered between exchanges but open connections: no cache, no cookies, no credentials. Proxies are those of the
/// environment (see ``ProxyEnvironment``). Of a request its address, method, headers and `httpBody` count.
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

    /// Ends every exchange; those that come later fail.
    func invalidate() {
        let thread = state.withLock { state -> TransferThread? in
            defer { state = .invalid }
            if case .open(let thread) = state { return thread }
            return nil
        }
        thread?.finish()
    }

    // A run that asks nobody starts no thread.
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

    /// Sends a request and waits for the end, for `timeout` at most.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that the body may have.
    ///   - route: Where the host is.
    ///   - objection: Why no connection to an address may be opened, or `nil` where it may.
    func exchange(
        _ request: URLRequest, limit: Int, timeout: Duration, route: Route,
        objection: @escaping @Sendable (IPAddress) -> NetworkReason?
    ) async -> Exchange.Outcome {
        guard let thread = thread() else { return .failure(.invalidated) }
        let exchange = Exchange(limit: limit, objection: objection) { thread.stop($0) }
        let seconds = timeout / .seconds(1)
        let timer = DispatchSource.makeTimerSource(queue: timers)
        timer.setEventHandler { [weak exchange] in exchange?.end(.failure(.timedOut(seconds: seconds))) }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await exchange.outcome { thread.start(request, exchange, route) }
        } onCancel: {
            exchange.end(.cancelled)
        }
    }
}
