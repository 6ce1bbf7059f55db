import AlcedoBase
import Foundation

/// Loads pictures from `https` addresses, and from `http` ones where that is allowed.
///
/// What it promises beyond a plain download: a time for each attempt, a limit on bytes that is watched while they
/// arrive, redirects that carry no header to another origin, a bounded number of transfers, one transfer for equal
/// requests at the same time, another attempt after transient failures, and then the alternatives. Nothing is sent to
/// private addresses that the configuration does not allow, nor for a while to a host that only fails.
///
/// Bodies are kept in memory: at most `total` times `byteLimit` bytes at once.
public final class HTTPLoader: Sendable {
    /// How it was set up.
    public let configuration: NetworkConfiguration

    private let retryStrategy: any RetryStrategy
    private let attempts: AttemptRunner
    private let shared = SingleFlight<TransferOrder, Transfer>()
    private let sleep: @Sendable (Duration) async throws -> Void
    private let failed = Locked<[TransferOrder: TransferFailure]>([:])

    /// Makes a loader; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - retryStrategy: By default a ``BackoffRetryStrategy`` with the configuration's number of retries.
    ///   - requestModifier: Changes the first request of each attempt.
    ///   - redirectHandler: Is asked before a redirect is followed.
    ///   - responseChecker: Is asked before an answer is taken for a picture.
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
            surroundings: Surroundings())
    }

    init(
        configuration: NetworkConfiguration, retryStrategy: (any RetryStrategy)?, hooks: LoaderHooks,
        surroundings: Surroundings
    ) {
        self.configuration = configuration
        self.retryStrategy = retryStrategy ?? BackoffRetryStrategy(maxRetryCount: configuration.retries)
        sleep = surroundings.sleep
        attempts = AttemptRunner(configuration: configuration, hooks: hooks, surroundings: surroundings)
    }

    /// Ends every transfer; later ones fail. A loader that nobody holds any more does this by itself.
    public func invalidate() {
        attempts.invalidate()
    }

    /// Loads a picture from the first of its addresses that gives one.
    ///
    /// - Parameter index: The place among ``RemoteResource/locations`` of the first address that is tried: those before
    ///   it may have given what turned out to be another picture.
    /// - Throws: ``LoadingError/network(_:)`` with one failure for each address, or `CancellationError` when the
    ///   calling task is cancelled; other callers that wait for the same bytes are not disturbed.
    public func load(_ resource: RemoteResource, startingAt index: Int = 0) async throws -> LoadedResource {
        switch try await answer(resource, nil, startingAt: index) {
        case .loaded(let loaded): return loaded
        case .notModified(let answer):
            // Without a question there is no such answer.
            throw LoadingError.network([
                NetworkFailure(name: resource.name, reason: .status(304), attempts: answer.attempts)
            ])
        }
    }

    /// Asks whether a picture is still the one at hand, and loads it if it is not.
    ///
    /// The question, `If-None-Match` and `If-Modified-Since`, goes to the address that the validators name, also where
    /// redirects lead there; other addresses, and a server whose 304 is about other bytes, are asked for everything.
    /// With nothing to ask with this is ``load(_:startingAt:)``. Whether it is time to ask is not decided here: see
    /// ``ResponseValidators/isFresh(at:validated:)``.
    ///
    /// - Parameter validators: What came with the copy at hand, or with the last word on it.
    /// - Throws: As ``load(_:startingAt:)`` does.
    public func load(
        _ resource: RemoteResource, validators: ResponseValidators
    ) async throws -> RemoteAnswer {
        try await answer(resource, validators)
    }

    private func answer(
        _ resource: RemoteResource, _ validators: ResponseValidators?, startingAt start: Int = 0
    ) async throws -> RemoteAnswer {
        var known = validators.flatMap { $0.canRevalidate ? $0 : nil }
        if let validators = known, validators.address == nil {
            known?.address = ContentDigest(request: resource.url, headers: resource.headers).hex
        }
        var failures: [NetworkFailure] = []
        for (index, location) in resource.locations.enumerated().dropFirst(start) {
            let order = TransferOrder(
                url: location.url, headers: resource.headers(for: location), validators: known)
            do {
                let transfer = try await shared.value(for: order) { [self] in try await fetchOnce(order) }
                return remoteAnswer(transfer, at: index, of: order)
            } catch let failure as TransferFailure {
                failures.append(
                    NetworkFailure(
                        name: location.name,
                        reason: resource.holdsSecrets ? failure.reason.withoutAddress : failure.reason,
                        attempts: failure.attempts,
                        redirectedTo: failure.redirectedTo.map { resource.holdsSecrets ? "another host" : $0 }
                    ))
            }
        }
        throw LoadingError.network(failures)
    }

    /// How many callers wait for what the first address of `resource` gives to somebody who has no copy.
    func waiters(for resource: RemoteResource) -> Int {
        resource.locations.first.map {
            shared.waiters(
                for: TransferOrder(url: $0.url, headers: resource.headers(for: $0), validators: nil))
        } ?? 0
    }

    private func remoteAnswer(
        _ transfer: Transfer, at index: Int, of order: TransferOrder
    ) -> RemoteAnswer {
        var validators = transfer.head.validators
        validators.address = order.address(of: transfer.url)
        validators.request = order.address(of: order.url)
        guard let data = transfer.data else {
            return .notModified(
                NotModified(
                    validators: order.validators?.updated(by: validators) ?? validators,
                    attempts: transfer.attempts,
                    sourceIndex: index))
        }
        return .loaded(
            LoadedResource(
                data: data, url: transfer.url, status: transfer.head.status, validators: validators,
                attempts: transfer.attempts, sourceIndex: index))
    }

    /// One address, unless it failed before and that is remembered.
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

    // One address, with its retries.
    private func fetch(_ order: TransferOrder) async throws -> Transfer {
        var order = order
        var count = 0
        while true {
            do {
                let transfer = try await attempts.run(order)
                if transfer.data == nil, let known = order.validators,
                    !known.isConfirmed(by: transfer.head.validators)
                {
                    // It says that other bytes than ours still hold, so it is asked for everything (RFC 9111, 4.3.4).
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
                    // A delay that ends too late would only hide the reason.
                    configuration.deadline.map({ ContinuousClock.now + delay < $0 }) ?? true
                else { throw failure }
                try await sleep(delay)
            }
        }
    }
}

extension NetworkReason {
    /// The same, without the number at which a host was found.
    fileprivate var withoutAddress: NetworkReason {
        switch self {
        case .addressRefused(_, let purpose): .addressRefused(address: nil, purpose: purpose)
        case .hostGivenUp(let failures, let last): .hostGivenUp(failures: failures, last: last.withoutAddress)
        default: self
        }
    }

    /// Whether it says nothing of the address.
    fileprivate var isOfTheMoment: Bool {
        switch self {
        case .deadlinePassed, .hostGivenUp, .invalidated: true
        default: false
        }
    }
}
