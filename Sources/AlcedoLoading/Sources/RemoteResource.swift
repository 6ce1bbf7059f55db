public import AlcedoBase

/// A picture at one or several addresses, and the headers to request it with.
///
/// URLs and header values may contain secrets from the environment. Only ``name``, the text as written, is printed; it
/// is also the description of the whole value.
public struct RemoteResource: Hashable, Sendable {
    /// One address and its name in messages.
    public struct Location: Hashable, Sendable {
        /// The URL to load, fully expanded. May contain secrets.
        public var url: URL
        /// The address as written. Safe to print.
        public var name: String

        /// Creates a location.
        ///
        /// - Parameter name: The text for messages; by default the address without user, password, query and
        ///   fragment.
        public init(url: URL, name: String? = nil) {
            self.url = url
            self.name = name ?? url.redacted
        }
    }

    /// The URL to load, fully expanded. May contain secrets.
    public var url: URL
    /// The address as written. Safe to print.
    public var name: String
    /// Header fields to send, fully expanded. Each is treated as a secret and sent only to the origin of ``url``.
    public var headers: [String: String]
    /// Other addresses of the same picture, in the order in which they are tried.
    public var alternatives: [Location]
    /// The identity of a source whose address changes while its picture does not.
    public var cacheKey: String?
    /// Whether the URL or a header contains a secret. Messages then show no host or IP address except those in
    /// ``name``: those of the URL may be secret, and a server may redirect to a secret that it received.
    public var holdsSecrets: Bool

    /// Creates a resource.
    ///
    /// - Parameters:
    ///   - url: `https`, or `http` where the configuration allows the host.
    ///   - name: The text for messages; by default the address without user, password, query and fragment.
    ///   - headers: Header fields to send to the origin of `url`.
    ///   - alternatives: Addresses to try when `url` has failed for good.
    ///   - cacheKey: An identity other than the address.
    ///   - holdsSecrets: Whether messages are redacted; by default with headers, a query, a user or a password.
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

    /// Every address in the order in which they are tried.
    public var locations: [Location] { [Location(url: url, name: name)] + alternatives }
}

// A value that is interpolated or dumped by accident must not reveal a secret.
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
