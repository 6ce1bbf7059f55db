/// Retries transient failures after growing random delays.
///
/// Exponential backoff with full jitter (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
/// 2015): the nth delay is a random value between zero and `base · 2ⁿ`, so that clients that failed together do not
/// retry together. A `Retry-After` from the server is a lower bound, up to a limit.
public struct BackoffRetryStrategy: RetryStrategy {
    /// The maximum number of retries for one address.
    public var maxRetryCount: Int
    /// Upper bound of the first delay, in seconds.
    public var base: Double
    /// Upper bound of every computed delay, in seconds.
    public var cap: Double
    /// Upper bound of a server's `Retry-After`, in seconds.
    public var retryAfterCap: Double
    private let random: @Sendable () -> Double

    /// Creates a strategy.
    ///
    /// - Parameter random: Returns a number in 0…1 for each delay; tests pass a fixed one.
    public init(
        maxRetryCount: Int = 3, base: Double = 0.5, cap: Double = 30, retryAfterCap: Double = 60,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.maxRetryCount = maxRetryCount
        self.base = base
        self.cap = cap
        self.retryAfterCap = retryAfterCap
        self.random = random
    }

    /// Returns a retry if the reason is transient and retries are left.
    public func decision(for context: RetryContext) async -> RetryDecision {
        guard context.reason.isTransient, context.retriedCount < maxRetryCount else { return .stop }
        // Beyond 2^30 the cap applies anyway.
        let bound = min(cap, base * Double(1 << min(context.retriedCount, 30)))
        let delay = Duration.seconds(bound * random())
        let asked = min(context.retryAfter ?? .zero, .seconds(retryAfterCap))
        return .retry(after: max(delay, asked))
    }
}
