/// How much a cache may hold, and for how long.
public struct CacheLimits: Hashable, Sendable {
    /// Bytes of originals, variants and records together. `nil` for no limit.
    public var maxSize: Int?
    /// Seconds since something was last used. `nil` for no limit.
    public var maxAge: Double?

    /// Takes the limits.
    public init(maxSize: Int? = nil, maxAge: Double? = nil) {
        self.maxSize = maxSize
        self.maxAge = maxAge
    }

    /// Whether there is no limit.
    public var isUnlimited: Bool { maxSize == nil && maxAge == nil }
}
