public import AlcedoLoading

/// How remote sources are loaded.
public struct NetworkSettings: Hashable, Sendable {
    /// Hosts and address blocks that may be private or loopback, or spoken to in plain http.
    public var allow: [HostRule]
    /// Seconds for one attempt.
    public var timeout: Double
    /// How often a failed attempt is made again.
    public var retries: Int
    /// The most simultaneous transfers from one host.
    public var perHost: Int
    /// The most simultaneous transfers.
    public var total: Int
    /// The most redirects that one transfer follows.
    public var redirects: Int
    /// Seconds after which a run loads nothing any more, counted from its beginning; `nil` for as long as it takes.
    public var deadline: Double?

    /// Nothing allowed, 30 seconds, 3 retries, 4 transfers per host, 16 in all, 5 redirects, no end unless said otherwise.
    public init(
        allow: [HostRule] = [], timeout: Double = 30, retries: Int = 3, perHost: Int = 4, total: Int = 16,
        redirects: Int = 5, deadline: Double? = nil
    ) {
        self.allow = allow
        self.timeout = timeout
        self.retries = retries
        self.perHost = perHost
        self.total = total
        self.redirects = redirects
        self.deadline = deadline
    }

    /// Whether a rule names this host (a name, or an address as a URL writes it).
    public func allows(host: String) -> Bool {
        allow.contains { $0.matches(host: host) }
    }
}
