import AlcedoBase
import Dispatch

/// Handling of termination signals during the whole life of the process.
///
/// Before the work begins, a signal exits with 128 + its number. During the work, the first signal is passed to the
/// handler, and the second exits. Afterwards signals are ignored, because the work is done.
final class SignalWatch: Sendable {
    static let shared = SignalWatch()

    private enum Phase {
        case idle
        case working(@Sendable (Int32) -> Void)
        case done
    }

    private struct State {
        var phase = Phase.idle
        var first: Int32?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())

    private init() {}

    /// The first signal received during the work.
    var received: Int32? { state.withLock { $0.first } }

    /// Catches SIGINT, SIGTERM and SIGHUP from now on, except those ignored from the start, as under `nohup`.
    ///
    /// SIGQUIT ends the process at once, as it should; Swift's backtracer, if installed, would print a crash and go
    /// on.
    func start() {
        var quit = sigaction()
        if sigaction(SIGQUIT, nil, &quit) == 0, !Self.isIgnored(quit) { signal(SIGQUIT, SIG_DFL) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var before = sigaction()
            guard sigaction(number, nil, &before) == 0, !Self.isIgnored(before) else { continue }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            source.setEventHandler { [self] in handle(number) }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Calls `handler` with the first signal received during `body`.
    func during<Success>(
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
        handler(number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        // SIG_IGN is a function pointer with the value 1.
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
