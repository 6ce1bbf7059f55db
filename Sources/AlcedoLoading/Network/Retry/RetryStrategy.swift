/// Decides whether and when a failed attempt is repeated.
///
/// Modeled on Kingfisher's protocol of the same name. It is called after each failure, with its reason.
public protocol RetryStrategy: Sendable {
    /// Returns the decision after a failure.
    func decision(for context: RetryContext) async -> RetryDecision
}

/// The input of a retry strategy.
public struct RetryContext: Sendable {
    /// The reason the last attempt failed.
    public var reason: LoadingError.NetworkReason
    /// The number of retries so far; 0 after the first attempt.
    public var retriedCount: Int
    /// The delay that the server requested with `Retry-After`.
    public var retryAfter: Duration?

    /// Creates a context.
    public init(reason: LoadingError.NetworkReason, retriedCount: Int, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retriedCount = retriedCount
        self.retryAfter = retryAfter
    }
}

/// The decision of a retry strategy.
public enum RetryDecision: Hashable, Sendable {
    /// Try again after this time.
    case retry(after: Duration)
    /// Give up.
    case stop
}
