import AlcedoBase

/// Loads pictures from `https` URLs, and from `http` ones where allowed.
///
/// Beyond a plain download, it provides a timeout per attempt, a byte limit enforced during the transfer, redirects
/// that carry no header to another origin, a bounded number of transfers, one transfer for equal concurrent requests,
/// retries after transient failures, and fallback to the alternatives. Nothing is sent to private addresses that the
/// configuration does not allow, nor, for a while, to a host that fails repeatedly.
///
/// Bodies are kept in memory: at most `total` times `byteLimit` bytes at once.
public final class HTTPLoader: Sendable {
    /// The configuration of the loader.
    public let configuration: NetworkConfiguration

    private let retryStrategy: any RetryStrategy
    private let attempts: AttemptRunner
    private let shared = SingleFlight<TransferOrder, Transfer>()
    private let sleep: @Sendable (Duration) async throws -> Void
    private let failed = Locked<[TransferOrder: TransferFailure]>([:])

    /// Creates a loader without opening a connection.
    ///
    /// - Parameters:
    ///   - retryStrategy: By default, a ``BackoffRetryStrategy`` with the configuration's number of retries.
    ///   - requestModifier: Changes the first request of each attempt.
    ///   - redirectHandler: Called before a redirect is followed.
    ///   - responseChecker: Called before a response is accepted as a picture.
    public convenience init(
        configuration: NetworkConfiguration = NetworkConfiguration(),
        retryStrategy: (any RetryStrategy)? = nil,
        requestModifier: (any RequestModifier)? = nil, redirectHandler: (any RedirectHandler)? = nil,
        responseChecker: (any ResponseChecker)? = nil
    ) {
        self.init(
            configuration: configuration, retryStrategy: retryStrategy,
            hooks: LoaderHooks(
                requestModifier: requestModifier, redirectHandler: redirectHandler,
                responseChecker: responseChecker),
            environment: LoaderEnvironment())
    }

    init(
        configuration: NetworkConfiguration, retryStrategy: (any RetryStrategy)?, hooks: LoaderHooks,
        environment: LoaderEnvironment
    ) {
        self.configuration = configuration
        self.retryStrategy = retryStrategy ?? BackoffRetryStrategy(maxRetryCount: configuration.retries)
        sleep = environment.sleep
        attempts = AttemptRunner(configuration: configuration, hooks: hooks, environment: environment)
    }

    /// Ends every transfer; later ones fail. Deallocation does the same.
    public func invalidate() {
        attempts.invalidate()
    }

    /// Loads a picture from the first of its addresses that provides one.
    ///
    /// - Parameter index: The index in ``RemoteResource/locations`` of the first address to try, for callers that have
    ///   rejected the pictures of earlier ones.
    /// - Throws: ``LoadingError/network(_:)`` with one failure for each address, or `CancellationError` when the
    ///   calling task is cancelled; other callers waiting for the same bytes are not affected.
    public func load(_ resource: RemoteResource, startingAt index: Int = 0) async throws
        -> HTTPLoader.LoadedResource
    {
        switch try await answer(resource, nil, startingAt: index) {
        case .loaded(let loaded): return loaded
        case .notModified(let answer):
            // Unreachable: a 304 to an unconditional request is a failure.
            throw LoadingError.network([
                LoadingError.NetworkFailure(
                    name: resource.name, reason: .status(304), attempts: answer.attempts)
            ])
        }
    }

    /// Revalidates a copy of a picture, and loads the picture if it has changed.
    ///
    /// `If-None-Match` and `If-Modified-Since` are sent only to the URL that the validators name, even if redirects
    /// lead there. Requests to other URLs are unconditional, and so is a second one after a 304 that refers to other
    /// bytes. Without usable validators this is the same as ``load(_:startingAt:)``. The caller decides whether
    /// revalidation is due: see ``ResponseValidators/isFresh(at:validated:)``.
    ///
    /// - Parameter validators: The validators received with the copy or with its last revalidation.
    /// - Throws: As ``load(_:startingAt:)`` does.
    public func load(
        _ resource: RemoteResource, validators: ResponseValidators
    ) async throws -> HTTPLoader.Answer {
        try await answer(resource, validators)
    }

    private func answer(
        _ resource: RemoteResource, _ validators: ResponseValidators?, startingAt start: Int = 0
    ) async throws -> HTTPLoader.Answer {
        var known = validators.flatMap { $0.canRevalidate ? $0 : nil }
        if let validators = known, validators.address == nil {
            known?.address = ContentDigest(request: resource.url, headers: resource.headers).hex
        }
        var failures: [LoadingError.NetworkFailure] = []
        for (index, location) in resource.locations.enumerated().dropFirst(start) {
            let order = TransferOrder(
                url: location.url, headers: resource.headers(for: location), validators: known)
            do {
                let transfer = try await shared.value(for: order) { [self] in try await fetchOnce(order) }
                return remoteAnswer(transfer, at: index, of: order)
            } catch let failure as TransferFailure {
                failures.append(
                    LoadingError.NetworkFailure(
                        name: location.name,
                        reason: resource.holdsSecrets ? failure.reason.withoutAddress : failure.reason,
                        attempts: failure.attempts,
                        redirectedTo: failure.redirectedTo.map { resource.holdsSecrets ? "another host" : $0 }
                    ))
            }
        }
        throw LoadingError.network(failures)
    }

    /// The number of callers that wait for an unconditional transfer from the first address of `resource`.
    func waiters(for resource: RemoteResource) -> Int {
        resource.locations.first.map {
            shared.waiters(
                for: TransferOrder(url: $0.url, headers: resource.headers(for: $0), validators: nil))
        } ?? 0
    }

    private func remoteAnswer(
        _ transfer: Transfer, at index: Int, of order: TransferOrder
    ) -> HTTPLoader.Answer {
        var validators = transfer.head.validators
        validators.address = order.address(of: transfer.url)
        validators.request = order.address(of: order.url)
        guard let data = transfer.data else {
            return .notModified(
                HTTPLoader.NotModified(
                    validators: order.validators?.updated(by: validators) ?? validators,
                    attempts: transfer.attempts,
                    sourceIndex: index))
        }
        return .loaded(
            HTTPLoader.LoadedResource(
                data: data, url: transfer.url, status: transfer.head.status, validators: validators,
                attempts: transfer.attempts, sourceIndex: index))
    }

    /// Fetches from one address, or throws its stored failure.
    private func fetchOnce(_ order: TransferOrder) async throws -> Transfer {
        guard configuration.remembersFailures else { return try await fetch(order) }
        let key = order.unconditional
        if let failure = failed.withLock({ $0[key] }) { throw failure }
        do {
            return try await fetch(order)
        } catch let failure as TransferFailure {
            if !failure.reason.isOfTheMoment { failed.withLock { $0[key] = failure } }
            throw failure
        }
    }

    // Fetches from one address, with retries.
    private func fetch(_ order: TransferOrder) async throws -> Transfer {
        var order = order
        var count = 0
        while true {
            do {
                let transfer = try await attempts.run(order)
                if transfer.data == nil, let known = order.validators,
                    !known.isConfirmed(by: transfer.head.validators)
                {
                    // The 304 refers to other bytes, so repeat the request unconditionally (RFC 9111, 4.3.4).
                    order = order.unconditional
                    count += 1
                    continue
                }
                return transfer.counted(count + 1)
            } catch var failure as TransferFailure {
                let context = RetryContext(
                    reason: failure.reason, retriedCount: count, retryAfter: failure.retryAfter)
                count += 1
                failure.attempts = failure.attempts == 0 ? 0 : count
                guard case .retry(let delay) = await retryStrategy.decision(for: context),
                    // A delay beyond the deadline would only hide the reason.
                    configuration.deadline.map({ ContinuousClock.now + delay < $0 }) ?? true
                else { throw failure }
                try await sleep(delay)
            }
        }
    }
}

extension LoadingError.NetworkReason {
    /// The same reason without the IP address of the host.
    fileprivate var withoutAddress: LoadingError.NetworkReason {
        switch self {
        case .addressRefused(_, let purpose): .addressRefused(address: nil, purpose: purpose)
        case .hostGivenUp(let failures, let last): .hostGivenUp(failures: failures, last: last.withoutAddress)
        default: self
        }
    }

    /// Whether the reason is temporary and unrelated to the address.
    fileprivate var isOfTheMoment: Bool {
        switch self {
        case .deadlinePassed, .hostGivenUp, .invalidated: true
        default: false
        }
    }
}
