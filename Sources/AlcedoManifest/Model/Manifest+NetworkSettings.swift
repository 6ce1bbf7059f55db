public import AlcedoLoading

extension Manifest {
    /// How remote sources are loaded.
    public struct NetworkSettings: Hashable, Sendable {
        /// Hosts and address blocks that may be private or loopback, or reached over plain http.
        public var allow: [HostRule]
        /// The time limit of one attempt, in seconds.
        public var timeout: Double
        /// The number of retries after a failed attempt.
        public var retries: Int
        /// The maximum number of simultaneous transfers from one host.
        public var perHost: Int
        /// The maximum number of simultaneous transfers.
        public var total: Int
        /// The maximum number of redirects per transfer.
        public var redirects: Int
        /// Seconds from the start of a run after which nothing more is loaded; `nil` for no deadline.
        public var deadline: Double?

        /// Defaults to nothing allowed, 30 seconds, 3 retries, 4 transfers per host, 16 in all, 5 redirects, no deadline.
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

        /// Returns whether a rule names this host (a name, or an address as written in a URL).
        public func allows(host: String) -> Bool {
            allow.contains { $0.matches(host: host) }
        }
    }
}
