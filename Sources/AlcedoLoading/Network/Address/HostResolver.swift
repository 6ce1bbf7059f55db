import Foundation

/// Says which addresses a name has.
protocol HostResolver: Sendable {
    /// Every address, at least one.
    /// - Throws: ``UnknownHost``, or `CancellationError`.
    func addresses(of host: String) async throws -> [IPAddress]
}

/// A name that has no address, as far as anybody can say now.
struct UnknownHost: Error {}

extension HostResolver {
    /// Every address, if it is known in time.
    /// - Throws: ``UnknownHost``, ``TooSlow``, or `CancellationError`.
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

/// A look-up that took longer than there was time.
struct TooSlow: Error {}
