public import Foundation

/// A picture at one or several addresses, and what must be sent to get it.
///
/// Addresses and header values may hold secrets that came from the environment. What is printed is ``name``, the
/// text as it was written, and the description of the whole value is just that.
public struct RemoteResource: Hashable, Sendable {
    /// One address and the text that stands for it in messages.
    public struct Location: Hashable, Sendable {
        /// The address to load, with everything expanded. May hold secrets.
        public var url: URL
        /// The address as it was written. Safe to print.
        public var name: String

        /// Names an address.
        ///
        /// - Parameter name: The text for messages; by default the address without user, password, query and
        ///   fragment.
        public init(url: URL, name: String? = nil) {
            self.url = url
            self.name = name ?? url.redacted
        }
    }

    /// The address to load, with everything expanded. May hold secrets.
    public var url: URL
    /// The address as it was written. Safe to print.
    public var name: String
    /// Header fields to send, with everything expanded. Each is treated as a secret: it goes to the origin of
    /// ``url`` and nowhere else.
    public var headers: [String: String]
    /// Where the same picture is also to be had, in the order in which they are tried.
    public var alternatives: [Location]
    /// The identity of a source whose address changes while its picture does not.
    public var cacheKey: String?
    /// Whether the address or a header holds what must not be seen. Then messages name no host and no number but what
    /// is in ``name``: those of the address may be the secret, and a server may redirect to what it was sent.
    public var holdsSecrets: Bool

    /// Describes a picture on the network.
    ///
    /// - Parameters:
    ///   - url: `https`, or `http` where the configuration allows the host.
    ///   - name: The text for messages; by default the address without user, password, query and fragment.
    ///   - headers: Header fields to send to the origin of `url`.
    ///   - alternatives: Where to look when `url` fails for good.
    ///   - cacheKey: An identity other than the address.
    ///   - holdsSecrets: Whether messages are careful; by default where there are headers, a query, or a user.
    public init(
        url: URL, name: String? = nil, headers: [String: String] = [:], alternatives: [Location] = [],
        cacheKey: String? = nil, holdsSecrets: Bool? = nil
    ) {
        self.url = url
        self.name = name ?? url.redacted
        self.headers = headers
        self.alternatives = alternatives
        self.cacheKey = cacheKey
        self.holdsSecrets =
            holdsSecrets ?? (!headers.isEmpty || url.query != nil || url.user != nil || url.password != nil)
    }

    /// Every address in the order in which it is tried.
    public var locations: [Location] { [Location(url: url, name: name)] + alternatives }
}

// What is interpolated or dumped by accident must not hold a secret.
extension RemoteResource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and nothing else.
    public var description: String { name }
    /// The name, and nothing else.
    public var debugDescription: String { name }
    /// The name, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension RemoteResource.Location: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and nothing else.
    public var description: String { name }
    /// The name, and nothing else.
    public var debugDescription: String { name }
    /// The name, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
