import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A misbehaving web server in this process, which follows a script.
///
/// One thread accepts, one serves each connection. It counts what it sees, so tests can say what was asked of it
/// and not only what came back. It serves until it is stopped or the process ends: a test holds it no longer than it
/// needs its address, which the optimizer takes at its word.
final class EvilServer: Sendable {
    /// A request as it arrived.
    struct Request: Sendable {
        var method: String
        var path: String
        /// Names in lowercase.
        var headers: [String: String]
        var body = Data()
    }

    private struct State {
        var requests: [Request] = []
        var requestsByPath: [String: Int] = [:]
        var running = 0
        var maxRunning = 0
        var bytesSent = 0
        var connections: Set<Int32> = []
        var connectionCount = 0
        var clientsGone = 0
        var isStopped = false
    }

    let port: Int
    private let listener: Int32
    private let script: [String: [Reply]]
    private let header: String?
    private let state = Box(State())

    /// - Parameters:
    ///   - script: The replies by path: the nth request gets the nth reply, later requests the last.
    ///   - header: A field, in lowercase, whose value follows the path in `script`: `/a.png one`.
    init(_ script: [String: [Reply]], varyingBy header: String? = nil) throws {
        self.script = script
        self.header = header
        (listener, port) = try Socket.listen()
        let accepting = Thread { [self] in
            // Closed here only: another server may get its number a moment later, and its clients would come here.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                guard adopt(connection) else {
                    close(connection)
                    return
                }
                Thread { self.serve(connection) }.start()
            }
        }
        accepting.start()
    }

    /// Closes everything, including hanging connections.
    func stop() {
        state.with { state in
            if state.isStopped { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            // Connections are closed only after they are removed from here.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    func url(_ path: String, host: String = "127.0.0.1") -> URL {
        URL(string: "http://\(host):\(port)\(path)") ?? URL(fileURLWithPath: "/")
    }

    /// The requests so far.
    var requests: [Request] { state.with { $0.requests } }
    /// The maximum number of requests processed at the same time.
    var maxSimultaneous: Int { state.with { $0.maxRunning } }
    /// Number of open connections.
    var openConnections: Int { state.with { $0.connections.count } }
    /// Number of connections ever made.
    var connectionCount: Int { state.with { $0.connectionCount } }
    /// Number of bytes accepted by the system for sending.
    var bytesSent: Int { state.with { $0.bytesSent } }
    /// Number of clients that disconnected during a response.
    var clientsGone: Int { state.with { $0.clientsGone } }

    /// Waits until something holds, as ``until(_:)`` does.
    func wait(until condition: @Sendable (EvilServer) -> Bool) async throws {
        try await until { condition(self) }
    }

    private func adopt(_ connection: Int32) -> Bool {
        state.with { state in
            state.connectionCount += 1
            if !state.isStopped { state.connections.insert(connection) }
            return !state.isStopped
        }
    }

    private func serve(_ connection: Int32) {
        defer {
            state.with { _ = $0.connections.remove(connection) }
            close(connection)
        }
        while let request = Socket.readRequest(connection) {
            let reply = state.with { state -> Reply in
                let key = request.path + (header.flatMap { request.headers[$0] }.map { " " + $0 } ?? "")
                let number = state.requestsByPath[key, default: 0]
                state.requestsByPath[key] = number + 1
                state.requests.append(request)
                state.running += 1
                state.maxRunning = max(state.maxRunning, state.running)
                let replies = script[key] ?? [.status(404)]
                return replies[min(number, replies.count - 1)]
            }
            let goesOn = reply.steps.allSatisfy { perform($0, connection) }
            state.with { $0.running -= 1 }
            if !goesOn { return }
        }
    }

    /// Whether the connection can be used again.
    private func perform(_ step: Reply.Step, _ connection: Int32) -> Bool {
        switch step {
        case .send(let data):
            return send(data, connection)
        case .drip(let data, let milliseconds):
            return data.allSatisfy { byte in
                usleep(UInt32(milliseconds) * 1000)
                return send(Data([byte]), connection)
            }
        case .pause(let milliseconds):
            usleep(UInt32(milliseconds) * 1000)
            return true
        case .endless:
            let block = Data(count: 65_536)
            // Slowly enough for other tests to make progress.
            while send(block, connection) { usleep(2000) }
            return false
        case .hang:
            if Socket.waitForEnd(connection) { state.with { $0.clientsGone += 1 } }
            return false
        case .untilSimultaneous(let count):
            wait { $0.maxRunning >= count }
            // A little longer, so that a surplus request has time to arrive.
            usleep(50_000)
            return true
        case .untilRequested(let count):
            wait { $0.requests.count >= count }
            return true
        case .reset:
            Socket.reset(connection)
            return false
        case .close:
            return false
        }
    }

    // Without an end of its own: a test on a busy machine may take minutes for its next step, and its client gives up
    // after its own time.
    private func wait(until condition: (State) -> Bool) {
        while !state.with({ condition($0) || $0.isStopped }) { usleep(5000) }
    }

    private func send(_ data: Data, _ connection: Int32) -> Bool {
        let sent = Socket.send(data, connection)
        state.with { $0.bytesSent += sent }
        if sent < data.count { state.with { $0.clientsGone += 1 } }
        return sent == data.count
    }
}
