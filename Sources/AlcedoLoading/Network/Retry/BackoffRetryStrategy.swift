/// Tries transient failures again after growing random delays.
///
/// Exponential backoff with full jitter (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
/// 2015): the nth delay is anything between zero and `base · 2ⁿ`, so that many clients that failed together do not
/// come back together. A `Retry-After` of the server is the least it waits, up to a limit.
public struct BackoffRetryStrategy: RetryStrategy {
    /// How often one address is tried again.
    public var maxRetryCount: Int
    /// Seconds that bound the first delay.
    public var base: Double
    /// Seconds that bound every delay of its own.
    public var cap: Double
    /// Seconds that bound what a server may ask for.
    public var retryAfterCap: Double
    private let random: @Sendable () -> Double

    /// Describes a strategy.
    ///
    /// - Parameter random: A number in 0…1 for each delay; tests put a fixed one here.
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

    /// Another attempt if the reason is transient and the count is not used up.
    public func decision(for context: RetryContext) async -> RetryDecision {
        guard context.reason.isTransient, context.retriedCount < maxRetryCount else { return .stop }
        // Beyond 2^30 the cap decides anyway.
        let bound = min(cap, base * Double(1 << min(context.retriedCount, 30)))
        let delay = Duration.seconds(bound * random())
        let asked = min(context.retryAfter ?? .zero, .seconds(retryAfterCap))
        return .retry(after: max(delay, asked))
    }
}
