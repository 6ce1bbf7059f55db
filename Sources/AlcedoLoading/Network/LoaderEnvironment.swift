/// The loader's external dependencies, which tests can replace.
struct LoaderEnvironment: Sendable {
    var resolver: any HostResolver = SystemResolver()
    var proxies = ProxyEnvironment()
    /// Waits between attempts.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The clock of the `HostBreaker`.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
}
