import Foundation

@testable import AlcedoLoading

/// Bytes that begin like a PNG, followed by arbitrary ones.
func picture(_ count: Int = 1000) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        + Data((8..<max(8, count)).map { UInt8(truncatingIfNeeded: $0 * 31) })
}

extension NetworkConfiguration {
    /// The defaults, for a server on this machine.
    static func local(_ change: (inout NetworkConfiguration) -> Void = { _ in }) -> NetworkConfiguration {
        var configuration = NetworkConfiguration(allow: ["127.0.0.1", "localhost"])
        // Other tests may keep every core busy for minutes; slow responses must not be retried for this reason.
        configuration.timeout = 3600
        change(&configuration)
        return configuration
    }
}

/// Skips waits between attempts, and records their durations.
final class Naps: Sendable {
    private let box = Box<[Duration]>([])

    var taken: [Duration] { box.with { $0 } }

    func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        box.with { $0.append(duration) }
    }
}

/// Resolves given names, and records lookups.
final class NameBook: HostResolver {
    private let names: [String: [String]]
    private let box = Box<[String]>([])

    /// The only name that tests may assume to have an address.
    static var thisMachine: NameBook { NameBook(["localhost": ["127.0.0.1"]]) }

    init(_ names: [String: [String]] = [:]) {
        self.names = names
    }

    var asked: [String] { box.with { $0 } }

    func addresses(of host: String) async throws -> [IPAddress] {
        box.with { $0.append(host) }
        guard let addresses = names[host] else { throw UnknownHost() }
        return addresses.compactMap { IPAddress($0) }
    }
}

/// A clock that is advanced by hand.
final class HandClock: Sendable {
    private let box = Box(ContinuousClock.now)
    var now: ContinuousClock.Instant { box.with { $0 } }
    func pass(_ duration: Duration) { box.with { $0 += duration } }
}

extension HTTPLoader {
    /// A loader that does not wait between attempts.
    static func local(
        _ configuration: NetworkConfiguration = .local(), naps: Naps = Naps(),
        strategy: (any RetryStrategy)? = nil,
        requestModifier: (any RequestModifier)? = nil, redirectHandler: (any RedirectHandler)? = nil,
        responseChecker: (any ResponseChecker)? = nil, resolver: any HostResolver = NameBook.thisMachine,
        clock: HandClock = HandClock()
    ) -> HTTPLoader {
        HTTPLoader(
            configuration: configuration, retryStrategy: strategy,
            hooks: LoaderHooks(
                requestModifier: requestModifier, redirectHandler: redirectHandler,
                responseChecker: responseChecker),
            environment: LoaderEnvironment(
                resolver: resolver, proxies: ProxyEnvironment([:]), sleep: { try await naps.sleep($0) },
                now: { clock.now }))
    }

    /// The failures of a load that must fail.
    func failures(_ resource: RemoteResource) async throws -> [LoadingError.NetworkFailure] {
        do {
            _ = try await load(resource)
        } catch LoadingError.network(let failures) {
            return failures
        }
        throw UnexpectedSuccess()
    }

    /// The reason of a load that must fail, with a single address.
    func reason(_ url: URL) async throws -> LoadingError.NetworkReason {
        let failures = try await failures(RemoteResource(url: url))
        guard let failure = failures.first, failures.count == 1 else { throw UnexpectedSuccess() }
        return failure.reason
    }
}

struct UnexpectedSuccess: Error {}

/// Waits for a condition, for an hour at most: other tests may keep every core busy for minutes.
func until(_ condition: @Sendable () async -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(3600)
    while !(await condition()) {
        guard ContinuousClock.now < end else { throw Impatience() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

struct Impatience: Error {}
