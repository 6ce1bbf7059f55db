/// How network sources are loaded. The defaults are those of the manifest.
public struct NetworkConfiguration: Hashable, Sendable {
    /// The most bytes of one source unless something else is said: 64 MB.
    public static let defaultByteLimit = 64_000_000

    /// Hosts that may be private or this machine, or spoken to in plain `http`: names, addresses or CIDR blocks, as
    /// ``HostRule`` reads them. A name allows its host wherever that is. A block allows addresses, written out or found
    /// behind a name; plain `http` only those that are written out. What it cannot read allows nothing.
    public var allow: [String]
    /// Seconds for one attempt, redirects included and waiting for a free place excluded.
    public var timeout: Double
    /// How often a transient failure is tried again.
    public var retries: Int
    /// The most simultaneous transfers with one host, whatever its ports.
    public var perHost: Int
    /// The most simultaneous transfers.
    public var total: Int
    /// The most redirects in a row.
    public var redirects: Int
    /// The most bytes of one source, after decompression.
    public var byteLimit: Int
    /// When every transfer has to be over, or `nil` for no such moment.
    public var deadline: ContinuousClock.Instant?
    /// Whether an address that failed is left at that: asked for again, it fails at once with the same reason. For a loader
    /// that lives for one run. Not remembered are failures that say nothing of the address: a deadline, a host that is
    /// given up.
    public var remembersFailures: Bool
    /// What the server is told of who asks.
    public var userAgent: String

    /// Describes how to load; everything has the manifest's default.
    public init(
        allow: [String] = [], timeout: Double = 30, retries: Int = 3, perHost: Int = 4, total: Int = 16,
        redirects: Int = 5, byteLimit: Int = defaultByteLimit, deadline: ContinuousClock.Instant? = nil,
        remembersFailures: Bool = false, userAgent: String = "Alcedo"
    ) {
        self.allow = allow
        self.timeout = timeout
        self.retries = retries
        self.perHost = perHost
        self.total = total
        self.redirects = redirects
        self.byteLimit = byteLimit
        self.deadline = deadline
        self.remembersFailures = remembersFailures
        self.userAgent = userAgent
    }

    /// How many failed attempts in a row a host is given: five, and at least as many as one picture has.
    var failuresUntilGivenUp: Int { max(5, retries == .max ? .max : retries + 1) }

    /// The time for one attempt, between a millisecond and a day: other values are no durations.
    var attemptDuration: Duration {
        .seconds(timeout.isFinite ? min(max(timeout, 0.001), 86_400) : 86_400)
    }
}
