/// The route to a host.
enum Route: Hashable, Sendable {
    /// To one of these addresses; empty if the URL itself contains the address.
    case direct([IPAddress])
    /// Through a proxy from the environment, which resolves names itself.
    ///
    /// - Parameter words: The proxy and its variable, for messages.
    case proxy(words: String)

    /// The proxy, for messages.
    var proxy: String? {
        if case .proxy(let words) = self { words } else { nil }
    }
}
