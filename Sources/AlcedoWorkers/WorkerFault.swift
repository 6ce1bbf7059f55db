package import AlcedoBase
package import AlcedoRecipes

/// What a worker does while it holds a marked, harmless picture: the stand-in for pictures that decoders do not
/// survive. For tests.
///
/// The fault is `worker:` and a mark. A picture with `MARK-spin-decode` anywhere in its bytes makes its worker busy
/// without end when it would decode the picture, one with `MARK-allocate-open` makes it take all memory instead of
/// reading the header. Nothing happens unless the command armed it with its environment, see `FaultInjection`.
package struct WorkerFault: Sendable {
    /// What the worker does.
    package enum Act: String, CaseIterable {
        /// Computes without end.
        case spin
        /// Takes memory until none is left, then aborts with an allocator's message.
        case allocate
        /// Accesses memory that is not mapped.
        case crash
    }

    /// The fault of the command, passed on to its workers. Written once, before the first worker starts.
    nonisolated(unsafe) private(set) static var armed: String?

    /// Sets the fault for all workers that this process starts from now on.
    ///
    /// - Parameter text: The description of a fault.
    /// - Returns: Whether it is a fault of workers.
    package static func arm(_ text: String) -> Bool {
        guard WorkerFault(text) != nil else { return false }
        armed = text
        return true
    }

    private let mark: String

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "worker", parts[1].utf8.count >= 16 else { return nil }
        mark = String(parts[1])
    }

    /// The fault of this worker, which its coordinator put into its environment.
    package static let ofWorker = ProcessInfo.processInfo.environment[FaultInjection.variable].flatMap {
        text in
        WorkerFault(text)
    }

    /// Returns what a picture asks for at a step, or `nil` for every other picture and step.
    package func act(on data: Data, at step: ImageJob.Step) -> Act? {
        guard let name = Self.name(of: step) else { return nil }
        return Act.allCases.first { data.firstRange(of: "\(mark)-\($0.rawValue)-\(name)".utf8) != nil }
    }

    private static func name(of step: ImageJob.Step) -> String? {
        switch step {
        case .open: "open"
        case .decode: "decode"
        default: nil
        }
    }
}

extension WorkerFault.Act {
    package func perform() -> Never {
        switch self {
        case .spin: while true {}
        case .allocate:
            // The limit is one of address space, so nothing needs to be filled. `mmap` rather than `malloc`: the optimizer
            // may remove an allocation whose memory is never read, and then the loop never ends.
            let step = 64 << 20
            while mmap(nil, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED {}
            let text = "failed to allocate \(step) bytes\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            abort()
        case .crash:
            UnsafeMutablePointer<UInt8>(bitPattern: 1)?.pointee = 0
            abort()
        }
    }
}
