/// What the loader finds outside of itself, so that tests can put something else there.
struct Surroundings: Sendable {
    var resolver: any HostResolver = SystemResolver()
    var proxies = ProxyEnvironment()
    /// Passes the time between attempts.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Tells how long a host has been left alone.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
}
