import AlcedoBase

/// Resolves host names to IP addresses.
protocol HostResolver: Sendable {
    /// Returns every address of a host, at least one.
    /// - Throws: `UnknownHost`, or `CancellationError`.
    func addresses(of host: String) async throws -> [IPAddress]
}

/// A host name that currently has no address.
struct UnknownHost: Error {}

extension HostResolver {
    /// Returns every address of a host if the lookup ends in time.
    /// - Throws: `UnknownHost`, `TooSlow`, or `CancellationError`.
    func addresses(of host: String, within time: Duration) async throws -> [IPAddress] {
        let lookUp = Task { try await addresses(of: host) }
        let timer = Task {
            try await Task.sleep(for: time)
            lookUp.cancel()
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await lookUp.value
            } onCancel: {
                lookUp.cancel()
            }
        } catch is CancellationError {
            try Task.checkCancellation()
            throw TooSlow()
        }
    }
}

/// A lookup that exceeded its time limit.
struct TooSlow: Error {}
