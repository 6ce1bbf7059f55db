import AlcedoBase

/// Handling of termination signals during the whole life of the process.
///
/// Before the work begins, a signal exits with 128 + its number. During the work, the first signal is passed to the
/// handler, and the second exits. Afterwards signals are ignored, because the work is done.
package final class SignalWatch: Sendable {
    package static let shared = SignalWatch()

    private enum Phase {
        case idle
        case working(@Sendable (Int32) -> Void)
        case done
    }

    private struct State {
        var phase = Phase.idle
        var first: Int32?
    }

    /// The end of a pipe into which the handlers write the number of their signal.
    ///
    /// Written once, before the first handler is installed, so handlers on any thread only read it.
    private nonisolated(unsafe) static var inlet: Int32 = -1

    private let state = Locked(State())

    private init() {}

    /// The first signal received during the work.
    package var received: Int32? { state.withLock { $0.first } }

    /// Has SIGQUIT end the process at once, as it should: Swift's backtracer, if installed, would print a crash and go on. Call it
    /// before anything else.
    package static func restoreQuit() {
        if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    }

    /// Catches SIGINT, SIGTERM and SIGHUP from now on, except those ignored from the start, as under `nohup`.
    ///
    /// A handler in the thread that receives a signal passes it on. Dispatch's sources lose some on Linux: they read signals
    /// from a descriptor, which only sees what no thread has received, and have a thread that did send it to itself again.
    package func start() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not wait. The pipe has room for thousands of signals.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        Self.inlet = ends[1]
        let outlet = ends[0]
        // Without a thread, signals end the process as they do by default.
        guard SystemThread.start(name: "signals", { self.pass(from: outlet) }) else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalWatch.inlet, &byte, 1)
                errno = before
            }
        }
    }

    private func pass(from outlet: Int32) {
        var byte: UInt8 = 0
        while true {
            let count = read(outlet, &byte, 1)
            if count == 1 { handle(Int32(byte)) } else if count == 0 || errno != EINTR { return }
        }
    }

    /// Calls `handler` with the first signal received during `body`.
    package func during<Success>(
        _ handler: @escaping @Sendable (Int32) -> Void, _ body: () async throws -> Success
    ) async rethrows -> Success {
        state.withLock { $0.phase = .working(handler) }
        defer { state.withLock { $0.phase = .done } }
        return try await body()
    }

    private func handle(_ number: Int32) {
        let handler = state.withLock { state -> (@Sendable (Int32) -> Void)? in
            switch state.phase {
            case .done: return { _ in }
            case .working(let handler) where state.first == nil:
                state.first = number
                return handler
            case .idle, .working: return nil
            }
        }
        // Skips the exit handlers of libraries whose threads still run.
        guard let handler else { _exit(128 + number) }
        // On another thread: what it says may wait for a terminal that is stopped, and the second signal must not.
        if !SystemThread.start(name: "signal", { handler(number) }) { handler(number) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return true }
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        // SIG_IGN is a function pointer with the value 1.
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
