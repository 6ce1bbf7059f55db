import CAlcedoSystem

/// Threads for work that blocks.
package enum SystemThread {
    /// Runs `body` on a new thread.
    ///
    /// - Parameters:
    ///   - name: Shown by debuggers. Linux keeps 15 bytes of it.
    ///   - stackSize: In bytes. The default of secondary threads is half a megabyte on some systems.
    /// - Returns: Whether the system had a thread.
    @discardableResult
    package static func start(
        name: String, stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let work = Unmanaged.passRetained(Work(body: body))
        let failure = alcedo_start_thread(
            { context in
                guard let context else { return }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            }, work.toOpaque(), UInt(clamping: stackSize), name)
        if failure != 0 { work.release() }
        return failure == 0
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
