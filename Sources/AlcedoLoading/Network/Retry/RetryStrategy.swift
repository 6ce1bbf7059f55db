/// Decides whether a failed attempt is made again, and when.
///
/// Kingfisher's protocol of the same name. It is asked after each failure, with the reason of that very failure.
public protocol RetryStrategy: Sendable {
    /// What to do after a failure.
    func decision(for context: RetryContext) async -> RetryDecision
}

/// What a retry strategy is told.
public struct RetryContext: Sendable {
    /// Why the last attempt failed.
    public var reason: NetworkReason
    /// How many times it has been tried again already; 0 after the first attempt.
    public var retriedCount: Int
    /// How long the server asked to be left alone.
    public var retryAfter: Duration?

    /// Describes a failed attempt.
    public init(reason: NetworkReason, retriedCount: Int, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retriedCount = retriedCount
        self.retryAfter = retryAfter
    }
}

/// What a retry strategy says.
public enum RetryDecision: Hashable, Sendable {
    /// Try again after this time.
    case retry(after: Duration)
    /// Give up.
    case stop
}
