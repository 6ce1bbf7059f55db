import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task of URLSession that can be cancelled at any moment.
///
/// Two things stand in the way of that on Linux. A task that is cancelled while its delegate thinks about a redirect
/// traps when the delegate answers ("Received callback for HTTP redirection, but we're not waiting for it"), so
/// nothing is answered after the cancellation. And `cancel` waits for the session's own queue, which may be looking
/// up a host, so it is called where nobody waits.
final class TransferHandle: Sendable {
    let task: URLSessionTask
    private let queue: DispatchQueue
    private let isCancelled = Locked(false)

    init(_ task: URLSessionTask, cancellingOn queue: DispatchQueue) {
        self.task = task
        self.queue = queue
    }

    func cancel() {
        let wasCancelled = isCancelled.withLock { isCancelled in
            defer { isCancelled = true }
            return isCancelled
        }
        if !wasCancelled { queue.async { [task] in task.cancel() } }
    }

    /// Answers a question of the session, unless the task was cancelled. It cannot be while `reply` runs.
    func reply(_ reply: () -> Void) {
        isCancelled.withLock { isCancelled in
            if !isCancelled { reply() }
        }
    }
}
