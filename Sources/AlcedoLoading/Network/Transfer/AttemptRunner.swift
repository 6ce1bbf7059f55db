import AlcedoBase

/// Makes one attempt: a request, its redirects, and the checks of the response.
final class AttemptRunner: Sendable {
    private let configuration: NetworkConfiguration
    private let policy: AddressPolicy
    private let addresses: AddressGuard
    private let breaker: HostBreaker
    private let limiter: TaskLimiter
    private let transport: Transport
    private let hooks: LoaderHooks

    init(configuration: NetworkConfiguration, hooks: LoaderHooks, environment: LoaderEnvironment) {
        self.configuration = configuration
        self.hooks = hooks
        policy = AddressPolicy(allow: configuration.allow)
        addresses = AddressGuard(
            policy: policy, resolver: environment.resolver, proxies: environment.proxies)
        breaker = HostBreaker(threshold: configuration.failuresUntilGivenUp, now: environment.now)
        limiter = TaskLimiter(total: configuration.total, perKey: configuration.perHost)
        transport = Transport()
    }

    func invalidate() {
        transport.invalidate()
    }

    /// - Throws: `TransferFailure`, or `CancellationError`.
    func run(_ order: TransferOrder) async throws -> Transfer {
        var request = try await firstRequest(order)
        var budget = configuration.attemptDuration
        var hops = 0
        var previous: Origin?
        while true {
            let here = Hop(request, first: order.url)
            if let objection = policy.objection(to: here.url, redirectedFrom: previous) {
                throw here.failure(objection, sent: hops)
            }
            // Conditions are for this URL only, so redirects derive from the request without them.
            let conditions = order.conditions(for: here.url)
            let answer = try await exchange(
                conditional(request, conditions), at: here, after: hops, &budget)
            guard answer.head.isRedirect else {
                return try await accept(answer, isConditional: !conditions.isEmpty, at: here)
            }
            hops += 1
            guard hops <= configuration.redirects else {
                throw here.failure(.tooManyRedirects(limit: configuration.redirects))
            }
            previous = Origin(here.url)
            request = try await nextRequest(after: request, answer.head, at: here)
        }
    }

    // The wait for a slot does not count against the budget; earlier hops do.
    private func exchange(
        _ request: DownloadRequest, at hop: Hop, after hops: Int, _ budget: inout Duration
    ) async throws -> Exchange.Answer {
        let rest = budget
        let (ended, spent) = try await limiter.withPlace(for: hop.host) {
            let start = ContinuousClock.now
            let ended = try await end(of: request, at: hop, within: rest)
            return (ended, ContinuousClock.now - start)
        }
        // At least 1 ms is left, so that the next hop ends by its own timer.
        budget = max(rest - spent, .milliseconds(1))
        switch ended {
        case .refused(let reason): throw hop.failure(reason, sent: hops)
        case .exchanged(.answer(let answer)): return answer
        case .exchanged(.failure(let reason)): throw hop.failure(reason)
        case .exchanged(.cancelled): throw CancellationError()
        }
    }

    private enum End: Sendable {
        /// Nothing was sent.
        case refused(LoadingError.NetworkReason)
        case exchanged(Exchange.Outcome)
    }

    /// Sends a request unless there is an objection, and reports the result to the breaker.
    private func end(of request: DownloadRequest, at hop: Hop, within rest: Duration) async throws -> End {
        let start = ContinuousClock.now
        let left = configuration.deadline.map { $0 - start }
        if let left, left <= .zero { return .refused(.deadlinePassed) }
        let time = min(rest, left ?? rest)
        let origin = Origin(hop.url)
        if let objection = breaker.objection(to: origin) { return .refused(objection) }
        var noted = HostBreaker.AttemptResult.nothing
        defer { breaker.note(noted, at: origin) }
        let route: Route
        switch try await addresses.route(to: hop.url, within: time) {
        case .success(let way): route = way
        case .failure(let objection): return .refused(inTime(objection.reason, time, of: rest))
        }
        let outcome = await transport.exchange(
            request, limit: configuration.byteLimit,
            timeout: max(time - (ContinuousClock.now - start), .milliseconds(1)),
            route: route, objection: addresses.objectionToConnecting(for: hop.url))
        switch outcome {
        case .answer(let answer): noted = HostBreaker.AttemptResult(status: answer.head.status)
        case .cancelled: break
        case .failure(let failure):
            let reason = inTime(failure, time, of: rest)
            noted = HostBreaker.AttemptResult(reason)
            return .exchanged(.failure(reason))
        }
        return .exchanged(outcome)
    }

    /// Distinguishes the timeout of the attempt from the deadline of the run.
    private func inTime(_ reason: LoadingError.NetworkReason, _ time: Duration, of rest: Duration)
        -> LoadingError.NetworkReason
    {
        guard case .timedOut = reason else { return reason }
        return time < rest ? .deadlinePassed : .timedOut(seconds: configuration.attemptDuration / .seconds(1))
    }

    private func accept(
        _ answer: Exchange.Answer, isConditional: Bool, at hop: Hop
    ) async throws -> Transfer {
        let head = answer.head
        if head.status == 304, isConditional {
            return Transfer(data: nil, url: hop.url, head: head, attempts: 1)
        }
        guard head.status == 200 else {
            var failure = hop.failure(.status(head.status))
            failure.retryAfter = head.retryAfter.flatMap { RetryAfter.duration($0, now: Date()) }
            throw failure
        }
        // Servers often send pages and messages with status 200. Other types are left to the decoders.
        if let type = ImageType.sniff(answer.body), [.html, .xml, .json, .text, .empty].contains(type) {
            throw hop.failure(.notAPicture(type))
        }
        try await check(answer, at: hop)
        return Transfer(data: answer.body, url: hop.url, head: head, attempts: 1)
    }
}

extension AttemptRunner {
    private func check(_ answer: Exchange.Answer, at hop: Hop) async throws {
        guard let checker = hooks.responseChecker else { return }
        do {
            try await checker.check(hop.response(answer.head), body: answer.body)
        } catch is CancellationError {
            throw CancellationError()
        } catch let refusal as ResponseRefusal {
            throw hop.failure(.refusedByChecker(refusal))
        } catch {
            // The error's text may contain a secret.
            throw hop.failure(.refusedByChecker(ResponseRefusal("the response checker refused the answer")))
        }
    }

    private func baseRequest(_ url: URL) -> DownloadRequest {
        var request = DownloadRequest(url: url)
        request.setValue("image/*,*/*;q=0.5", forHTTPHeaderField: "Accept")
        // Pictures are already compressed, and a length can be checked only against the bytes as transferred.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        request.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
        return request
    }

    private func firstRequest(_ order: TransferOrder) async throws -> DownloadRequest {
        var request = baseRequest(order.url)
        for (name, value) in order.headers.sorted(by: { $0.key < $1.key }) {
            guard HeaderField.isValid(name: name, value: value) else {
                throw TransferFailure(reason: .invalidHeader(name), attempts: 0)
            }
            request.setValue(value, forHTTPHeaderField: name)
        }
        guard let requestModifier = hooks.requestModifier else { return request }
        do {
            if let modified = try await requestModifier.modified(request) { return modified }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The error's text may contain a secret.
        }
        throw TransferFailure(reason: .refusedByModifier, attempts: 0)
    }

    private func nextRequest(
        after request: DownloadRequest, _ head: ResponseHead, at hop: Hop
    ) async throws -> DownloadRequest {
        guard let location = head.location,
            let target = URL(written: location, relativeTo: hop.url)?.absoluteURL
        else { throw hop.failure(.invalidRedirect) }
        var next = redirect(request, to: target.withoutFragment)
        if let redirectHandler = hooks.redirectHandler {
            guard let handled = await redirectHandler.redirected(next, from: hop.response(head)) else {
                throw hop.failure(.refusedByRedirectHandler)
            }
            next = Origin(handled.url) == Origin(target) ? handled : baseRequest(handled.url)
        }
        return next
    }

    private func conditional(_ request: DownloadRequest, _ conditions: [String: String]) -> DownloadRequest {
        var request = request
        for (name, value) in conditions { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// Every header except Alcedo's own is treated as a credential: it stays with its origin and is never restored.
    private func redirect(_ request: DownloadRequest, to target: URL) -> DownloadRequest {
        var next = baseRequest(target)
        if Origin(request.url) == Origin(target) {
            for (name, value) in request.allHTTPHeaderFields {
                next.setValue(value, forHTTPHeaderField: name)
            }
        }
        return next
    }
}

/// One hop of an attempt.
private struct Hop {
    let url: URL
    let first: URL

    init(_ request: DownloadRequest, first: URL) {
        url = request.url
        self.first = first
    }

    var host: String { Origin(url).host }

    func failure(_ reason: LoadingError.NetworkReason, sent: Int = 1) -> TransferFailure {
        TransferFailure(
            reason: reason, attempts: min(sent, 1),
            // Without a host there is no name to report.
            redirectedTo: host.isEmpty || host == Origin(first).host ? nil : host)
    }

    func response(_ head: ResponseHead) -> DownloadResponse {
        DownloadResponse(url: url, statusCode: head.status, headerFields: head.fields)
    }
}
