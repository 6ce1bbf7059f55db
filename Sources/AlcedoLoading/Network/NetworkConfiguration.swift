/// The settings for network sources. The defaults are those of the manifest.
public struct NetworkConfiguration: Hashable, Sendable {
    /// The default limit for the bytes of one source: 64 MB.
    public static let defaultByteLimit = 64_000_000

    /// Hosts that may be private, local, or reached over plain `http`: names, addresses or CIDR blocks, as parsed by
    /// ``HostRule``. A name allows its host at any address. A block allows addresses, literal or resolved, but plain
    /// `http` only to literal ones. An invalid entry allows nothing.
    public var allow: [String]
    /// Seconds for one attempt, including redirects but not the wait for a free slot.
    public var timeout: Double
    /// The maximum number of retries after transient failures.
    public var retries: Int
    /// The maximum number of concurrent transfers per host, across all its ports.
    public var perHost: Int
    /// The maximum number of concurrent transfers.
    public var total: Int
    /// The maximum number of consecutive redirects.
    public var redirects: Int
    /// The maximum number of bytes of one source, after decompression.
    public var byteLimit: Int
    /// The deadline for every transfer, or `nil` for none.
    public var deadline: ContinuousClock.Instant?
    /// Whether an address that failed fails again at once with the same reason. For a loader that lives for one run.
    /// Failures unrelated to the address, such as a passed deadline or a host that is given up, are not stored.
    public var remembersFailures: Bool
    /// The `User-Agent` header.
    public var userAgent: String

    /// Creates a configuration with the manifest's defaults.
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

    /// The number of consecutive failures before a host is given up: at least five, and all attempts at one picture.
    var failuresUntilGivenUp: Int { max(5, retries == .max ? .max : retries + 1) }

    /// The time for one attempt, clamped to between a millisecond and a day, because `timeout` may be any number.
    var attemptDuration: Duration {
        .seconds(timeout.isFinite ? min(max(timeout, 0.001), 86_400) : 86_400)
    }
}
