/// Limits for the size of a cache and the age of its entries.
public struct CacheLimits: Hashable, Sendable {
    /// The maximum size of originals, variants and records together, in bytes. `nil` for no limit.
    public var maxSize: Int?
    /// The maximum time since the last use of an entry, in seconds. `nil` for no limit.
    public var maxAge: Double?

    /// Creates limits.
    public init(maxSize: Int? = nil, maxAge: Double? = nil) {
        self.maxSize = maxSize
        self.maxAge = maxAge
    }

    /// Whether there is no limit.
    public var isUnlimited: Bool { maxSize == nil && maxAge == nil }
}
