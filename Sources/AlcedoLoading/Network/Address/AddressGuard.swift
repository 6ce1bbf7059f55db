import Foundation

/// Looks up where a host is before anything is sent there, and refuses what is not public.
///
/// Every address that a name has must pass, because any of them may be taken. A name may change its addresses between
/// this look and the connection, so the address that is connected to is looked at once more.
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

    /// Why nothing must be sent to the host of `url`, or `nil` when it may be.
    ///
    /// - Parameter time: How long it may take to find out.
    /// - Throws: `CancellationError`.
    func objection(to url: URL, within time: Duration) async throws -> NetworkReason? {
        guard let host = url.host, !policy.names(host) else { return nil }
        if let number = IPAddress(spelledIn: host) { return policy.objection(to: [number]) }
        let isLeftToProxy = isLeftToProxy(url)
        let time = isLeftToProxy ? min(time, .seconds(5)) : time
        do {
            return policy.objection(to: try await resolver.addresses(of: host, within: time))
        } catch is UnknownHost {
            return isLeftToProxy ? nil : .unknownHost
        } catch is TooSlow {
            return isLeftToProxy ? nil : .timedOut(seconds: time / .seconds(1))
        }
    }

    /// Whether a proxy of the environment is asked for `url`.
    func isLeftToProxy(_ url: URL) -> Bool { proxies.applies(to: url) }

    /// Why a connection for `url` must not be opened to an address, right before it would be.
    ///
    /// Nothing is said against a host that the configuration names, nor against the proxy, which is where it is.
    func objectionToConnecting(for url: URL) -> @Sendable (IPAddress) -> NetworkReason? {
        if isLeftToProxy(url) || url.host.map(policy.names) == true { return { _ in nil } }
        return { [policy] in policy.objection(to: [$0]) }
    }
}
