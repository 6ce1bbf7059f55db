/// The way to the host of an address.
enum Route: Hashable, Sendable {
    /// To one of these; none where the address names a number itself.
    case direct([IPAddress])
    /// Through a proxy of the environment, which looks names up itself.
    case proxy
}
