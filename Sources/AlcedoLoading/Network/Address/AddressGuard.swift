import AlcedoBase

/// Resolves a host before anything is sent to it, and refuses hosts that are not public.
///
/// Every address of a name must pass, because any of them may be chosen. The connection is then limited to these
/// addresses, so that a name whose addresses change in between (DNS rebinding) gains nothing.
///
/// A proxy from the environment resolves the name itself. The name is also resolved and checked here, but a name
/// without an address here is not an error.
struct AddressGuard: Sendable {
    private let policy: AddressPolicy
    private let resolver: any HostResolver
    private let proxies: ProxyEnvironment

    init(policy: AddressPolicy, resolver: any HostResolver, proxies: ProxyEnvironment) {
        self.policy = policy
        self.resolver = resolver
        self.proxies = proxies
    }

    /// Returns the route to the host of `url`.
    ///
    /// - Parameter time: The time limit for the lookup.
    /// - Returns: The route, or the reason to refuse the host.
    /// - Throws: `CancellationError`.
    func route(to url: URL, within time: Duration) async throws -> Result<Route, Objection> {
        guard let host = url.host else { return .failure(Objection(reason: .invalidURL)) }
        let isNamed = policy.names(host)
        let isLeftToProxy = proxies.applies(to: url)
        let proxy = Route.proxy(words: proxies.words(for: url))
        if let number = IPAddress(spelledIn: host) {
            let objection = isNamed ? nil : policy.objection(to: [number])
            return result(objection, isLeftToProxy ? proxy : .direct([]))
        }
        if isNamed, isLeftToProxy { return .success(proxy) }
        let time = isLeftToProxy ? min(time, .seconds(5)) : time
        do {
            let addresses = try await resolver.addresses(of: host, within: time)
            let objection = isNamed ? nil : policy.objection(to: addresses)
            return result(objection, isLeftToProxy ? proxy : .direct(addresses))
        } catch is UnknownHost {
            return result(isLeftToProxy ? nil : .unknownHost, proxy)
        } catch is TooSlow {
            return result(isLeftToProxy ? nil : .timedOut(seconds: time / .seconds(1)), proxy)
        }
    }

    /// The reason to refuse a host.
    struct Objection: Error {
        var reason: LoadingError.NetworkReason
    }

    private func result(_ objection: LoadingError.NetworkReason?, _ route: Route) -> Result<Route, Objection>
    {
        objection.map { .failure(Objection(reason: $0)) } ?? .success(route)
    }

    /// Returns a check of the IP address that a connection for `url` is about to be opened to.
    ///
    /// Hosts that the configuration names always pass, and so does a proxy, wherever it is.
    func objectionToConnecting(for url: URL) -> @Sendable (IPAddress) -> LoadingError.NetworkReason? {
        if proxies.applies(to: url) || url.host.map(policy.names) == true { return { _ in nil } }
        return { [policy] in policy.objection(to: [$0]) }
    }
}
