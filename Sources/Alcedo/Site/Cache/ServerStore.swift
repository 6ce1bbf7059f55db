import AlcedoBase
import AlcedoCache
import AlcedoLoading

/// A shared store on a server, by HTTP.
final class ServerStore: SharedStore {
    private let client: ObjectClient
    /// The address as the user wrote it, such as `s3://bucket/prefix`.
    let name: String
    /// What a 403 to a look-up may mean besides missing permission.
    private let hint: String

    init(_ client: ObjectClient, name: String, hint: String = "") {
        self.client = client
        self.name = name
        self.hint = hint
    }

    func get(_ name: SharedName, limit: Int) async throws -> Data? {
        let answer = try await answering { try await self.client.get(name.description, limit: limit) }
        switch answer.status {
        case 200: return answer.body
        case 204, 404, 410: return nil
        default: throw failure(answer.status, hint)
        }
    }

    func contains(_ name: SharedName) async throws -> Bool {
        let answer = try await answering { try await self.client.head(name.description) }
        // Whether the server has no HEAD or refuses it: sending decides.
        if answer.status >= 500 { throw failure(answer.status) }
        return answer.status == 200
    }

    func put(_ data: Data, as name: SharedName) async throws {
        let answer = try await answering { try await self.client.put(name.description, data) }
        if answer.status == 413 { throw SharedStoreError.tooLong }
        guard (200..<300).contains(answer.status) else { throw failure(answer.status) }
    }

    func close() { client.close() }

    private func answering(
        _ body: @Sendable () async throws -> ObjectClient.Answer
    ) async throws -> ObjectClient.Answer {
        do {
            return try await body()
        } catch let failure as ObjectFailure {
            if failure.isClosed { throw SharedStoreError.closed }
            if failure.isTooLong { throw SharedStoreError.tooLong }
            if failure.isFinal { throw SharedStoreError.refused(failure.description) }
            throw SharedStoreError.unavailable(failure.description)
        }
    }

    private func failure(_ status: Int, _ hint: String = "") -> SharedStoreError {
        switch status {
        case 401, 403, 407:
            .refused("it answered \(status), so the credentials are missing or do not suffice" + hint)
        case 300..<400: .refused("it redirects (\(status)); give the address that it leads to")
        case 507: .refused("it is full (507)")
        case 408, 425, 429, 500...: .unavailable("it answered \(status)")
        default: .refused("it answered \(status), as no cache of Bazel's layout does")
        }
    }
}
