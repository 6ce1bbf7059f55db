import AlcedoBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands what URLSession reports to the exchange it belongs to.
///
/// `NSObject` is not `Sendable`, but this subclass adds one constant that is.
final class TransportDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let exchanges = Locked<[Int: Exchange]>([:])

    func add(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func remove(_ task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = nil }
    }

    /// Ends everything that is under way.
    func endAll(_ reason: NetworkReason) {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.end(.failure(reason)) }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the answer.
        exchange(of: task)?.receive(ResponseHead(response))
        exchange(of: task)?.reply { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A refusal (401, 407) is an answer like others: what there was to show was in the headers. Left to itself,
        // the session on Linux never comes back from one without credentials. A certificate is judged as always.
        if let response = challenge.failureResponse as? HTTPURLResponse {
            exchange(of: task)?.end(.answer(Exchange.Answer(ResponseHead(response))))
        }
        exchange(of: task)?.reply { completionHandler(.performDefaultHandling, nil) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            exchange(of: dataTask)?.receive(ResponseHead(response))
        }
        // Where the answer is not wanted, the exchange has cancelled its task: not every version of the session on
        // Linux cares for the disposition.
        exchange(of: dataTask)?.reply { completionHandler(.allow) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // A redirect that names no target is never reported as a response.
        let head = (task.response as? HTTPURLResponse).map(ResponseHead.init)
        exchange(of: task)?.complete(head, error: error)
        remove(task)
    }
}
