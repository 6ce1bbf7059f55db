import AlcedoBase
import Dispatch
import Foundation

/// The signals that ask the process to end, from its first moment to its last.
///
/// Before there is work, one ends the process with 128 + its number. While there is, the first is handed on and the
/// second does not wait. Afterwards they change nothing: what was asked for is done.
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

    /// The first signal that came while there was work.
    var received: Int32? { state.withLock { $0.first } }

    /// Catches SIGINT, SIGTERM and SIGHUP from now on, apart from those that the process was started to ignore, as
    /// `nohup` does.
    ///
    /// SIGQUIT ends the process at once, as it should. Swift's backtracer, where it is installed, would print a crash and go
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

    /// Calls `handler` with the first signal that comes during `body`.
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
        // At once: without the clean-up of libraries whose threads still work.
        guard let handler else { _exit(128 + number) }
        handler(number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        // SIG_IGN is the number 1 in the place of a function.
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
