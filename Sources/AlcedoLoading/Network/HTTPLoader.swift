import Foundation

/// Loads pictures from `https` addresses, and from `http` ones where that is allowed.
///
/// What it promises beyond a plain download: a time for each attempt, a limit on bytes that is watched while they
/// arrive, redirects that carry no header to another origin, a bounded number of transfers, one transfer for equal
/// requests at the same time, another attempt after transient failures, and then the alternatives.
///
/// Bodies are kept in memory: at most `total` times `byteLimit` bytes at once.
public final class HTTPLoader: Sendable {
    /// How it was set up.
    public let configuration: NetworkConfiguration

    private let retryStrategy: any RetryStrategy
    private let attempts: AttemptRunner
    private let shared = SharedTransfers<TransferKey, Transfer>()
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes a loader; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - retryStrategy: By default a ``BackoffRetryStrategy`` with the configuration's number of retries.
    ///   - requestModifier: Changes the first request of each attempt.
    ///   - redirectHandler: Is asked before a redirect is followed.
    public convenience init(
        configuration: NetworkConfiguration = NetworkConfiguration(),
        retryStrategy: (any RetryStrategy)? = nil,
        requestModifier: (any RequestModifier)? = nil, redirectHandler: (any RedirectHandler)? = nil
    ) {
        self.init(
            configuration: configuration, retryStrategy: retryStrategy, requestModifier: requestModifier,
            redirectHandler: redirectHandler, sleep: { try await Task.sleep(for: $0) })
    }

    /// - Parameter sleep: What passes the time between attempts; tests do not wait.
    init(
        configuration: NetworkConfiguration, retryStrategy: (any RetryStrategy)?,
        requestModifier: (any RequestModifier)? = nil, redirectHandler: (any RedirectHandler)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.configuration = configuration
        self.retryStrategy = retryStrategy ?? BackoffRetryStrategy(maxRetryCount: configuration.retries)
        self.sleep = sleep
        attempts = AttemptRunner(
            configuration: configuration, requestModifier: requestModifier, redirectHandler: redirectHandler)
    }

    /// Ends every transfer; later ones fail. A loader that nobody holds any more does this by itself.
    public func invalidate() {
        attempts.invalidate()
    }

    /// Loads a picture from the first of its addresses that gives one.
    ///
    /// - Throws: ``LoadingError/network(_:)`` with one failure for each address, or `CancellationError` when the
    ///   calling task is cancelled; other callers that wait for the same bytes are not disturbed.
    public func load(_ resource: RemoteResource) async throws -> LoadedResource {
        let origin = Origin(resource.url)
        var failures: [NetworkFailure] = []
        for (index, location) in resource.locations.enumerated() {
            // Headers are for the origin they were written for.
            let headers = Origin(location.url) == origin ? resource.headers : [:]
            let key = TransferKey(url: location.url, headers: headers)
            do {
                let transfer = try await shared.value(for: key) { [self] in
                    try await fetch(location.url.withoutFragment, headers: headers)
                }
                return LoadedResource(
                    data: transfer.data, url: transfer.url, status: transfer.head.status,
                    validators: transfer.head.validators, attempts: transfer.attempts, sourceIndex: index)
            } catch let failure as TransferFailure {
                failures.append(
                    NetworkFailure(
                        name: location.name, reason: failure.reason, attempts: failure.attempts,
                        redirectedTo: failure.redirectedTo))
            }
        }
        throw LoadingError.network(failures)
    }

    // One address, with its retries.
    private func fetch(_ url: URL, headers: [String: String]) async throws -> Transfer {
        var count = 0
        while true {
            do {
                var transfer = try await attempts.run(url, headers: headers)
                transfer.attempts += count
                return transfer
            } catch var failure as TransferFailure {
                let context = RetryContext(
                    reason: failure.reason, retriedCount: count, retryAfter: failure.retryAfter)
                count += 1
                failure.attempts = failure.attempts == 0 ? 0 : count
                guard case .retry(let delay) = await retryStrategy.decision(for: context),
                    // A delay that ends too late would only hide the reason.
                    configuration.deadline.map({ ContinuousClock.now + delay < $0 }) ?? true
                else { throw failure }
                try await sleep(delay)
            }
        }
    }
}

/// What makes two requests the same: the address without its fragment, and the headers without regard to the case
/// of their names.
private struct TransferKey: Hashable, Sendable {
    let url: URL
    let headers: [String: String]

    init(url: URL, headers: [String: String]) {
        self.url = url.withoutFragment
        self.headers = Dictionary(
            headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { $1 })
    }
}
