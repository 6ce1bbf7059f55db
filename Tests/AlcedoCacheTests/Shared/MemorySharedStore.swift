import AlcedoBase

@testable import AlcedoCache

/// A shared store in memory, which can fail and lie.
final class MemorySharedStore: SharedStore {
    struct State {
        var objects: [SharedName: Data] = [:]
        /// Every request, in the order of arrival: `GET ac/…`.
        var requests: [String] = []
        /// Answers each request of these methods.
        var failures: [String: SharedStoreError] = [:]
    }

    let state = Locked(State())
    let name = "memory://store"

    var objects: [SharedName: Data] { state.withLock { $0.objects } }
    var requests: [String] { state.withLock { $0.requests } }

    func fail(_ method: String, _ error: SharedStoreError?) {
        state.withLock { $0.failures[method] = error }
    }

    func change(_ name: SharedName, _ body: (inout Data) -> Void) {
        state.withLock { state in body(&state.objects[name, default: Data()]) }
    }

    func get(_ name: SharedName, limit: Int) async throws -> Data? {
        try note("GET", name)
        guard let data = objects[name] else { return nil }
        if data.count > limit { throw SharedStoreError.tooLong }
        return data
    }

    func contains(_ name: SharedName) async throws -> Bool {
        try note("HEAD", name)
        return objects[name] != nil
    }

    func put(_ data: Data, as name: SharedName) async throws {
        try note("PUT", name)
        state.withLock { $0.objects[name] = data }
    }

    func close() {}

    private func note(_ method: String, _ name: SharedName) throws {
        try state.withLock { state in
            state.requests.append("\(method) \(name)")
            if let failure = state.failures[method] { throw failure }
        }
    }
}

extension ContentDigest {
    /// The digest of a text.
    static func of(_ text: String) -> ContentDigest { ContentDigest(hashing: text) }
}
