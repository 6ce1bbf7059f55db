/// The route to a host.
enum Route: Hashable, Sendable {
    /// To one of these addresses; empty if the URL itself contains the address.
    case direct([IPAddress])
    /// Through a proxy from the environment, which resolves names itself.
    case proxy
}
