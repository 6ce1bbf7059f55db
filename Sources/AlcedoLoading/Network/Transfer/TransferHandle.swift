import AlcedoBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task of URLSession that can be cancelled at any moment, also before there is one.
///
/// Two things stand in the way of that on Linux. A task that is cancelled while its delegate thinks about a redirect
/// traps when the delegate answers ("Received callback for HTTP redirection, but we're not waiting for it"), so
/// nothing is answered after the cancellation. And making or cancelling a task waits for a queue that all sessions
/// share, so it is done on a queue of our own, where nobody waits for it.
final class TransferHandle: Sendable {
    private struct State {
        var isCancelled = false
        var task: URLSessionTask?
    }

    private let control: DispatchQueue
    private let state = Locked(State())

    init(controlledOn control: DispatchQueue) {
        self.control = control
    }

    /// Makes the task and starts it, unless it was cancelled.
    func start(_ makeTask: @escaping @Sendable () -> URLSessionTask?) {
        control.async { [self] in
            guard !state.withLock({ $0.isCancelled }), let task = makeTask() else { return }
            // A cancellation from now on is carried out behind this block.
            state.withLock { $0.task = task }
            task.resume()
        }
    }

    func cancel() {
        let isNew = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
        guard isNew else { return }
        control.async { [self] in
            let task = state.withLock { $0.task }
            task?.cancel()
        }
    }

    /// Answers a question of the session, unless the task was cancelled. It cannot be while `reply` runs.
    func reply(_ reply: () -> Void) {
        state.withLock { state in
            if !state.isCancelled { reply() }
        }
    }
}
