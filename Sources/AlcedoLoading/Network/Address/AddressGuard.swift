import Foundation

/// Looks up where a host is before anything is sent there, and refuses what is not public.
///
/// Every address that a name has must pass, because any of them may be taken. The connection then goes to one of them:
/// a name that changes its addresses in between gains nothing.
///
/// Behind a proxy of the environment the name is the proxy's to resolve. It is looked up here as well, and refused by
/// what is found, but having no address here is no fault.
struct AddressGuard: Sendable {
    private let policy: AddressPolicy
    private let resolver: any HostResolver
    private let proxies: ProxyEnvironment

    init(policy: AddressPolicy, resolver: any HostResolver, proxies: ProxyEnvironment) {
        self.policy = policy
        self.resolver = resolver
        self.proxies = proxies
    }

    /// The way to the host of `url`.
    ///
    /// - Parameter time: How long it may take to find out.
    /// - Returns: Or why nothing must be sent there.
    /// - Throws: `CancellationError`.
    func route(to url: URL, within time: Duration) async throws -> Result<Route, Objection> {
        guard let host = url.host else { return .failure(Objection(reason: .invalidURL)) }
        let isNamed = policy.names(host)
        let isLeftToProxy = proxies.applies(to: url)
        if let number = IPAddress(spelledIn: host) {
            let objection = isNamed ? nil : policy.objection(to: [number])
            return result(objection, isLeftToProxy ? .proxy : .direct([]))
        }
        if isNamed, isLeftToProxy { return .success(.proxy) }
        let time = isLeftToProxy ? min(time, .seconds(5)) : time
        do {
            let addresses = try await resolver.addresses(of: host, within: time)
            let objection = isNamed ? nil : policy.objection(to: addresses)
            return result(objection, isLeftToProxy ? .proxy : .direct(addresses))
        } catch is UnknownHost {
            return result(isLeftToProxy ? nil : .unknownHost, .proxy)
        } catch is TooSlow {
            return result(isLeftToProxy ? nil : .timedOut(seconds: time / .seconds(1)), .proxy)
        }
    }

    /// Why nothing must be sent to a host.
    struct Objection: Error {
        var reason: NetworkReason
    }

    private func result(_ objection: NetworkReason?, _ route: Route) -> Result<Route, Objection> {
        objection.map { .failure(Objection(reason: $0)) } ?? .success(route)
    }

    /// Why a connection for `url` must not be opened to an address, right before it would be.
    ///
    /// Nothing is said against a host that the configuration names, nor against the proxy, which is where it is.
    func objectionToConnecting(for url: URL) -> @Sendable (IPAddress) -> NetworkReason? {
        if proxies.applies(to: url) || url.host.map(policy.names) == true { return { _ in nil } }
        return { [policy] in policy.objection(to: [$0]) }
    }
}
