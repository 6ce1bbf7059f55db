import AlcedoBase

/// The open pages, which are told of each change.
package final class PreviewAudience: Sendable {
    private struct State {
        // A page of a preview that has ended and begun again has another one.
        var generation = Int(Date().timeIntervalSince1970 * 1000)
        var problems: [String] = []
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0

        var message: String {
            let message = Message(generation: generation, problems: problems)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            do {
                return String(decoding: try encoder.encode(message), as: UTF8.self)
            } catch {
                return "{\"generation\":\(generation),\"problems\":[]}"
            }
        }
    }

    private struct Message: Encodable {
        var generation: Int
        var problems: [String]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of the last change.
    var generation: Int { state.withLock { $0.generation } }

    /// Tells what is wrong now and, after a change of what pages show, has them loaded again.
    package func tell(problems: [String], isChanged: Bool) {
        let (message, listeners) = state.withLock { state in
            state.problems = problems
            if isChanged { state.generation += 1 }
            return (state.message, Array(state.listeners.values))
        }
        for listener in listeners { listener.yield(message) }
    }

    /// The messages for one page: the state of things, and then each change.
    package func listen() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            continuation.yield(state.message)
            return state.next
        }
        continuation.onTermination = { [state] _ in state.withLock { $0.listeners[number] = nil } }
        return stream
    }
}
